"""Runs Assay against mutants of strangers: one small change in the source of a correct implementation, made by a machine.

    npm run mutants -- --of ROLE [--seed SEED] [--count 100] [--settings 6] [--only NUMBER]… [--members N] [--jobs 2] [--json FILE]

A mutant is played under a drawn legal setting in which its line is reached. What it signs, encrypts and answers is compared with the original under the
same setting: where nothing differs, it is the same implementation. Each other one has to fail the run. `mutants.json` has those that need not, with the reason.
"""

import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from strangers import mutate  # noqa: E402

mutate.install()

from strangers import run  # noqa: E402
from strangers.common import settings as setting  # noqa: E402

# ---- one run, and what is seen of it

class Trace:
    """What is reached, and what leaves the stranger."""

    def __init__(self):
        self.reached, self.events = set(), set()

    def add(self, event):
        kind, *rest = event
        if kind == 'reached':
            self.reached.add(rest[0])
        else:
            self.events.add(rest[0])


def play(role, draw, number, members):
    """One run of Assay against the mutant, or the original (0): its result with what was reached and what left it."""
    trace = Trace()
    mutate.restart(number)
    mutate.listener = trace.add
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / 'trace'
        os.environ['STRANGER_TRACE'], os.environ['STRANGER_MUTANT'] = str(file), str(number)
        job = (role, f'{role}-mutant', draw, None, [])
        try:
            result = run.play(job, folder, members, confirm=True)
        except Exception as wrong:  # a mutant that does not even start
            result = {'exit': 4, 'failed': [], 'remarks': [], 'inconclusive': [], 'why': f'{type(wrong).__name__}: {wrong}', 'results': []}
        for line in file.read_text().splitlines() if file.exists() else []:
            trace.add(json.loads(line))
    mutate.listener = None
    answers = {each['id']: each['outcome'] for each in result.pop('results')}
    return result, answers, trace.reached, trace.events


# ---- the campaign

def legal_draws(role, seed, count):
    stranger = run.module(role)
    drawn = setting.draws(stranger.SETTINGS, count - 1, f'{seed} {role}', getattr(stranger, 'legal', lambda draw: None))
    return [setting.usual(stranger.SETTINGS), *drawn]


def own_modules(role):
    """Where mutants of a role are: its own module, and what it is made of."""
    return {'status': ['status'], 'issuer': ['issuer', 'common/jose', 'common/sdjwt', 'common/x509']}.get(role, [role, 'common/jose', 'common/sdjwt', 'common/x509'])


def baseline(role, draw, members):
    """The original twice: what differs between the two is chance."""
    first, second = (play(role, draw, 0, members) for _ in range(2))
    return {'draw': draw, 'exit': first[0]['exit'], 'why': first[0]['why'], 'answers': first[1], 'reached': first[2] | second[2], 'all': first[3] | second[3], 'both': first[3] & second[3]}


def chosen(role, grounds, seed, count):
    """Mutants that are reached, at random, each with a setting that reaches it."""
    modules, source = own_modules(role), random.Random(f'{seed} {role}')
    reached = collections.defaultdict(list)
    for index, ground in enumerate(grounds):
        for number in ground['reached']:
            if number in mutate.MUTANTS and mutate.MUTANTS[number]['module'] in modules:
                reached[number].append(index)
    operators = collections.defaultdict(list)
    for number in source.sample(sorted(reached), len(reached)):
        operators[mutate.MUTANTS[number]['operator']].append(number)
    # One of each operator in turn: most of them rename something, which every implementer sees at once.
    numbers = [each for turn in itertools.zip_longest(*operators.values()) for each in turn if each is not None][:count]
    return [(number, source.choice(reached[number])) for number in numbers], len(reached)


def examine(role, number, ground, members, known):
    """Without probes first: most mutants show in the planned sessions, which take a tenth of the time."""
    result, answers, _, events = play(role, ground['draw'], number, 0)
    if not result['failed'] and (result['exit'] in (0, 1) or is_known(mutate.MUTANTS[number], known)):
        result, answers, _, events = play(role, ground['draw'], number, members)
    odd = sorted(events - ground['all'])
    gone = sorted(ground['both'] - events)
    changed = {name: [ground['answers'].get(name), each] for name, each in answers.items() if ground['answers'].get(name) != each}
    return {**mutate.MUTANTS[number], 'exit': result['exit'], 'failed': result['failed'], 'remarks': result['remarks'], 'why': result['why'][:300],
            'inconclusive': result['inconclusive'][:4], 'seen': bool(odd or gone or changed), 'odd': [each[:300] for each in odd[:2]], 'gone': [each[:300] for each in gone[:2]], 'changed': dict(list(changed.items())[:6])}


def is_known(mutant, known):
    """Whether it was looked at: it has a reason, or a group of places has one that it belongs to."""
    return any(mutant['place'].startswith(each) for each in known)


def word_of(result, known):
    if result['failed']:
        return 'found'
    if is_known(result, known):
        return 'known'
    if result['exit'] not in (0, 1):
        return 'stopped'
    if any(after == 'failed' and before != 'failed' for before, after in result['changed'].values()):
        return 'advice'
    return 'SURVIVED' if result['seen'] else 'same'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--of', action='append', choices=run.ROLES)
    parser.add_argument('--seed', default='1')
    parser.add_argument('--count', type=int, default=100)
    parser.add_argument('--settings', type=int, default=6, help='how many legal settings are drawn')
    parser.add_argument('--only', action='append', type=int)
    parser.add_argument('--members', type=int)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--json', help='a file for all results')
    options = parser.parse_args()
    known = json.loads((HERE / 'mutants.json').read_text())
    results = []
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for role in options.of or run.ROLES:
            results += campaign(role, options, known, pool)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(results, indent=1, ensure_ascii=False))
    return 1 if any(each['verdict'] == 'SURVIVED' for each in results) else 0


def print_operators(results):
    words = ['found', 'stopped', 'advice', 'SURVIVED', 'known', 'same']
    print(f"\n{'operator':<34} {''.join(f'{word:>9}' for word in words)}")
    for operator in sorted({each['operator'] for each in results}):
        counts = collections.Counter(each['verdict'] for each in results if each['operator'] == operator)
        print(f"{operator:<34} {''.join(f'{counts[word]:>9}' for word in words)}")


def campaign(role, options, known, pool):
    began = time.time()
    run.module(role)
    grounds = list(pool.map(baseline, *zip(*((role, draw, options.members) for draw in legal_draws(role, options.seed, options.settings)))))
    for each in grounds:
        if each['exit'] != 0:
            print(f"the original of {role} ends with {each['exit']}: {each['why'][:300]}")
    grounds = [each for each in grounds if each['exit'] == 0]
    picked, all_reached = chosen(role, grounds, options.seed, options.count)
    if options.only:
        every, _ = chosen(role, grounds, options.seed, 10**6)
        picked = [each for each in every if each[0] in options.only]
    running = [pool.submit(examine, role, number, grounds[index], options.members, known) for number, index in picked]
    results = []
    for each in concurrent.futures.as_completed(running):
        result = each.result()
        result.update(role=role, verdict=word_of(result, known))
        results.append(result)
        if result['verdict'] in ('SURVIVED', 'stopped'):
            print(f"{result['verdict']:<9} {result['number']} line {result['line']} {result['place']}  exit {result['exit']} {result['why'][:120] if result['verdict'] == 'stopped' else ''}", flush=True)
            if result['verdict'] == 'SURVIVED':
                print(f"          {result['remarks']} {result['changed']}\n          + {result['odd']}\n          - {result['gone']}", flush=True)
    print_operators(results)
    counts = collections.Counter(each['verdict'] for each in results)
    noticed, seen = counts['found'] + counts['stopped'], counts['found'] + counts['stopped'] + counts['SURVIVED']
    print(f"{role}, seed {options.seed}: {len(results)} of {all_reached} mutants in {time.time() - began:.0f} s; {counts['found']} fail a requirement, {counts['stopped']} end the run, {counts['advice']} lead to advice, {counts['SURVIVED']} survive, "
          f"{counts['same']} are the same from outside, {counts['known']} are legal; noticed: {noticed} of {seen}", flush=True)
    return results


if __name__ == '__main__':
    sys.exit(main())
