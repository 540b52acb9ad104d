"""Answers to the exercises of lesson 12."""


def forward(score, columns, m):
    chosen = []
    for _ in range(m):
        left = [column for column in columns if column not in chosen]
        chosen.append(max(left, key=lambda column: score([*chosen, column])))
    return chosen


def ranked(score, columns, m):
    return sorted(columns, key=lambda column: score([column]), reverse=True)[:m]


def repeating(score, columns, m):
    chosen = []
    for _ in range(m):
        chosen.append(max(columns, key=lambda column: score([*chosen, column])))
    return chosen


def backward(score, columns, m):
    left = list(columns)
    while len(left) > m:
        left.remove(max(left, key=lambda column: score([other for other in left if other != column])))
    return left


def lowest(score, columns, m):
    return forward(lambda chosen: -score(chosen), columns, m)


RIGHT = {1: [("Ada", "choose their number inside the folds")], 2: [forward], 3: [3], 4: [540], 5: [["a", "c"]]}
WRONG = {
    1: [(("Bo", "shuffle the rows"), "the honest one"), (("Ada", "choose the columns inside the folds"), "wrong rule")],
    2: [(ranked, "ranked"), (backward, "backward"), (lowest, "lowest"), (repeating, "again")],
    3: [(5, "maximum"), (2, "sd"), (4, "own error")],
    4: [(135, "one search"), (108, "no inner folds"), (600, "not falling"), (2400, "all sets"), (1100, "to the end")],
    5: [(["a", "b"], "ranked"), (["b", "c"], "best pair"), (["c", "a"], "order")],
}
NOT_YET = {2: [lambda score, columns, m: columns[:m]], 3: [1], 4: [100], 5: [["d", "c"]]}
KIND = {
    1: [("Ada", "pair")],
    2: [(lambda score, columns, m: score(columns[0]), "score([*chosen, column]). Expected")],
    3: [(0.83, "Expected one whole number from 1 to 5")],
    4: [("many", "number")],
}
