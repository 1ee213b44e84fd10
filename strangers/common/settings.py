"""Settings of a stranger: each open point of the document with its legal values, and how Assay is told.

A stranger's module has `SETTINGS` (a list of `Setting`), `FAULTS` (a dict of `Fault` by name) and, if some combinations are not legal,
`legal(draw)`: None, or the names of the settings that exclude each other. A draw is a dict: name of the setting -> label of the value.
"""

import copy
import itertools
import random


class Setting:
    """One open point. `values`: label -> how Assay is told, as a patch of its configuration (`{}`: it needs not know).

    A patch has the form of Assay's configuration, with `decisions` and `target` (the object of the target itself):
    `{'decisions': {'nonce.singleUse': 'once'}, 'target': {'headers': {...}}}`. `None` instead of a patch: legal, but nothing
    can say it to Assay; such values are not drawn (`--unreachable` lists them), because the run would stop at them.
    The first value is the most usual one: faults are played under it.
    """

    def __init__(self, name, section, values):
        self.name, self.section = name, section
        self.values = dict(values) if isinstance(values, dict) else {label: {} for label in values}

    @property
    def drawn(self):
        return [label for label, told in self.values.items() if told is not None]


class Fault:
    """One defect. `breaks`: the sentence of the document or standard, in words; `settings`: what it needs; `probes`: whether only a
    message that must be rejected can show it; `advised`: whether no sentence forbids it, so that the finding is a recommendation;
    `agreed`: decisions that Assay is told, because an assumed answer decides nothing; `change`: the place in the source that is another one."""

    def __init__(self, breaks, settings=None, probes=False, advised=False, agreed=None, change=None):
        self.breaks, self.settings, self.probes, self.advised, self.agreed = breaks, settings or {}, probes, advised, agreed or {}
        self.change = change


def usual(settings):
    return {setting.name: setting.drawn[0] for setting in settings}


def patches(settings, draw):
    return [setting.values[draw[setting.name]] or {} for setting in settings]


def merge(into, patch):
    """Deep, for objects; anything else replaces."""
    for name, value in patch.items():
        if isinstance(value, dict) and isinstance(into.get(name), dict):
            merge(into[name], value)
        else:
            into[name] = copy.deepcopy(value)
    return into


def told(settings, draw):
    """The configuration that says this draw to Assay. A patch may be a function of the draw."""
    config = {}
    for patch in patches(settings, draw):
        merge(config, patch(draw) if callable(patch) else patch)
    return config


def pairs(draw):
    return set(itertools.combinations(sorted(draw.items()), 2))


def draws(settings, count, seed, legal=lambda draw: None, candidates=12):
    """`count` legal draws: each the one of some random candidates that covers the most pairs of values not covered yet."""
    source, covered, made = random.Random(seed), set(), []
    while len(made) < count:
        drawn = [_candidate(settings, source, legal) for _ in range(candidates)]
        best = max(drawn, key=lambda draw: len(pairs(draw) - covered))
        covered |= pairs(best)
        made.append(best)
    return made


def _candidate(settings, source, legal):
    draw = {setting.name: source.choice(setting.drawn) for setting in settings}
    for _ in range(50):
        clash = legal(draw)
        if not clash:
            return draw
        name = source.choice(list(clash))
        setting = next(each for each in settings if each.name == name)
        draw[name] = source.choice(setting.drawn)
    return {**usual(settings)}


def shared(drawn, names, seed, covers=24):
    """For each draw the names that it gets: each name meets every value of every setting in some draw, and few draws get it."""
    source = random.Random(f'{seed} shared')
    chosen = [_cover(drawn, source) for _ in range(covers)]
    got = [[] for _ in drawn]
    for index, name in enumerate(source.sample(names, len(names))):
        for number in chosen[index % covers]:
            got[number].append(name)
    return got


def _cover(drawn, source):
    """Numbers of draws that have every value between them: in a random order, each one that adds most."""
    values = [set(draw.items()) for draw in drawn]
    left, numbers = set().union(*values), []
    while left:
        order = source.sample(range(len(drawn)), len(drawn))
        best = max(order, key=lambda number: len(values[number] & left))
        numbers.append(best)
        left -= values[best]
    return numbers
