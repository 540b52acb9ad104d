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


RIGHT = {1: [540], 2: [["a", "c"]], 3: [forward], 4: [("Ada", "choose inside the folds")], 5: [["backward"]]}
WRONG = {
    1: [(135, "one search"), (108, "no inner folds"), (600, "not falling"), (2400, "all sets"), (1100, "to the end")],
    2: [(["a", "b"], "ranked"), (["b", "c"], "best pair"), (["c", "a"], "order")],
    3: [(ranked, "ranked"), (backward, "backward"), (lowest, "lowest"), (repeating, "again")],
    4: [(("Bo", "choose inside the folds"), "the honest one"), (("Ada", "scale the columns"), "wrong rule")],
    5: [(["backward", "PCA"], "PCA"), (["forward", "backward"], "forward"), (["ranking"], "ranking"), ([], "nothing")],
}
NOT_YET = {1: [100], 2: [["d", "c"]], 3: [lambda score, columns, m: columns[:m]]}
KIND = {
    1: [("many", "number")],
    3: [(lambda score, columns, m: score(columns[0]), "score([*chosen, column]). Expected")],
    4: [("Ada", "pair")],
}
