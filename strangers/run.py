"""Runs Assay against strangers: honest ones under drawn legal settings, and ones with a fault.

    python3 strangers/run.py [--role ROLE]… [--draws N] [--seed SEED] [--only NAME]… [--jobs 2] [--keep FOLDER] [--json FILE]

An honest stranger must get exit code 0, no failed requirement and no stop. A fault must fail the run by a requirement that
`found.json` names for it, and by no other, except those that `also.json` names with a reason. Each draw has a number: `--only issuer-17` plays the same one again.
"""

import argparse
import concurrent.futures
import functools
import importlib
import json
import multiprocessing.util
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent
sys.path.insert(0, str(TOP))

from strangers import changed, changes  # noqa: E402
from strangers.common import settings as setting  # noqa: E402

LONGEST = 240
ROLES = ['issuer', 'status', 'wallet', 'identity_app', 'wallet_backend', 'verifier']
SHARES = {'issuer': 80, 'status': 20, 'wallet': 30, 'identity_app': 25, 'wallet_backend': 20, 'verifier': 25}


def module(role):
    return importlib.import_module(f'strangers.{role}')


def faults_of(role):
    return {**module(role).FAULTS, **changes.CHANGES.get(role, {})}


def jobs(options):
    """Every draw and every fault of the chosen roles: (role, name, draw, fault)."""
    made = []
    for role in options.role or ROLES:
        if not (HERE / f'{role}.py').exists():
            continue
        stranger = module(role)
        legal = getattr(stranger, 'legal', lambda draw: None)
        count = options.draws if options.draws is not None else SHARES[role]
        drawn = setting.draws(stranger.SETTINGS, count, f'{options.seed} {role}', legal)
        skipped = skips(role, drawn, options)
        made += [(role, f'{role}-{number}', draw, None, skipped[number]) for number, draw in enumerate(drawn)]
        for name, fault in faults_of(role).items():
            skip = few_probes(role, f'{role}-{name}', options) if fault.probes else []
            made.append((role, f'{role}-{name}', {**setting.usual(stranger.SETTINGS), **fault.settings}, name, skip))
        if options.single:
            made += singles(role, stranger, legal)
    if options.only:
        made = [job for job in made if job[1] in options.only]
    wanted = [job for job in made if (not options.honest or job[3] is None) and (not options.faults or job[3] is not None)]
    index, count = (int(part) for part in options.share.split('/'))
    return wanted[index - 1 :: count]


def skips(role, drawn, options):
    """The probes that each draw leaves out: a probe for the role meets every value of every setting, and not every draw."""
    if options.all_probes or options.members == 0:
        return [[] for _ in drawn]
    listed, beside = list_probes(role), list_beside(role)
    shares = setting.shared(drawn, [each for each in listed if each not in beside], f'{options.seed} {role}')
    return [left_out(set(listed) - {*share, *one_of(8, sorted(beside), f'{options.seed} {role}-{number}')}) for number, share in enumerate(shares)]


def few_probes(role, name, options):
    """The probes that a fault leaves out: it gets those that found it before, and one of 24 others."""
    known = json.loads((HERE / 'probes.json').read_text()).get(name)
    if options.all_probes or not known:
        return []
    listed = list_probes(role)
    return left_out(set(listed) - {*known, *one_of(24, listed, f'{options.seed} {name}')})


def one_of(count, probes, seed):
    return random.Random(seed).sample(probes, len(probes) // count)


@functools.cache
def list_probes(role):
    """The ids of the probes for a role. A status service is tested together with its issuer."""
    wanted = ('status service:', 'issuer:') if role == 'status' else (role.replace('_', ' ') + ':',)
    return list(dict.fromkeys(each['id'] for each in listing('probes') if each['about'] in wanted))


def list_beside(role):
    """Those for the issuer of a status service: a refused request reaches no status list, and draws of issuers get all of them."""
    return set(list_probes('issuer')) if role == 'status' else set()


def left_out(probes):
    """What `skip` says to leave out these probes, and the requirements that nothing else can show."""
    sent = {each['requirements'][1] for each in listing('probes') if each['id'] not in probes}
    rows = {each['id'] for each in listing('requirements') if each['seen'].get('byProbes') and each['id'] not in sent}
    return sorted({*probes, *rows})


@functools.cache
def listing(what):
    told = subprocess.run([str(TOP / 'node_modules/.bin/node'), 'src/cli/main.ts', 'list', what, '--json'], cwd=TOP, capture_output=True, text=True, check=True)
    return json.loads(told.stdout)


def singles(role, stranger, legal):
    """Draws that differ from the usual one in one setting: which of them Assay cannot live with."""
    usual = setting.usual(stranger.SETTINGS)
    for each in stranger.SETTINGS:
        for label in each.drawn[1:]:
            draw = {**usual, each.name: label}
            if not legal(draw):
                yield role, f'{role}-{each.name}={label}'.replace('/', '_').replace(' ', '_')[:80], draw, None, []


def play(job, keep, members=None, confirm=False):
    """One run of Assay; what came of it."""
    role, name, draw, fault, skip = job
    stranger = module(role)
    folder = pathlib.Path(keep) / name
    folder.mkdir(parents=True, exist_ok=True)
    config, stop = start(role, draw, fault, folder)
    try:
        told = setting.told(stranger.SETTINGS, draw)
        target = told.pop('target', {})
        first = next(iter(config['targets']))
        setting.merge(config['targets'][first], target) if target else None
        setting.merge(config, told)
        if skip:
            config['skip'] = skip
        if members is not None:
            config['members'] = members
        if fault:
            setting.merge(config, {'decisions': faults_of(role)[fault].agreed})
        if fault or confirm:
            config['decisions'] = confirmed(config)
        if fault and 'after' in fault:
            config['concurrency'] = 1  # what is sent side by side has no order
        if fault and not faults_of(role)[fault].probes:
            config['members'] = 0
        ran = run_assay(config, folder)
        return {**judge(job, ran), **({'results': ran[0]['results']} if confirm else {})}
    finally:
        stop()


def start(role, draw, fault, folder):
    """A stranger that is right, has a fault, or is another one in one place of its source."""
    change = faults_of(role)[fault].change if fault else None
    if change is None:
        return module(role).play(draw, fault, folder)
    with changed.applied([change]):
        return module(role).play(draw, None, folder)


def confirmed(config):
    """Every answer, those that would be defaults of Assay as well: a default that is not confirmed fails no run."""
    profile = config.get('profile', 'document')
    gaps = [each for each in listing('decisions') if 'gap' in each['arises'] and profile not in each['profiles']]
    return {**{each['id']: each['default'] for each in gaps}, **config.get('decisions', {})}


_worker, _played = None, 0


def run_assay(config, folder):
    """One run in a process of Assay that does many; its configuration is one that somebody could write."""
    global _worker, _played
    config = {'seed': 7, 'out': str(folder / 'out'), **config}
    (folder / 'harness.config.json').write_text(json.dumps(config, indent=2, ensure_ascii=False))
    _played += 1
    if _played % 60 == 0:  # what a run leaves behind does not pile up
        end_worker()
    if _worker is None or _worker.poll() is not None:
        multiprocessing.util.Finalize(None, end_worker, exitpriority=1)
        _worker = subprocess.Popen([str(TOP / 'node_modules/.bin/node'), '--max-semi-space-size=32', str(HERE / 'assay.ts')], cwd=TOP, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    started, late = time.time(), threading.Timer(LONGEST, _worker.kill)
    late.start()
    try:
        _worker.stdin.write(json.dumps(config) + '\n')
        _worker.stdin.flush()
        answer = json.loads(_worker.stdout.readline() or 'null') or {'exit': -1, 'results': [], 'why': f'no end within {LONGEST} seconds'}
    finally:
        late.cancel()
    return answer, time.time() - started


def end_worker():
    if _worker is not None and _worker.poll() is None:
        _worker.stdin.close()
        _worker.wait()


def judge(job, ran):
    role, name, draw, fault, _ = job
    answer, seconds = ran
    failed = [each for each in answer['results'] if each['outcome'] == 'failed']
    deciding = ids(each for each in failed if each.get('decides'))
    remarks = ids(each for each in failed if not each.get('decides'))
    unknown = [f"{each['id']}: {each.get('reason', '')}" for each in answer['results'] if each['outcome'] in ('cantTell', 'harnessError') and each.get('decides')]
    places = [f"{each['id']} {finding.get('at')}: {str(finding.get('actual'))[:80]}" for each in failed if each.get('decides') for finding in each['findings']]
    return {'role': role, 'name': name, 'draw': draw, 'fault': fault, 'exit': answer['exit'], 'failed': deciding, 'remarks': remarks,
            'inconclusive': unknown, 'places': places, 'seconds': round(seconds, 1), 'why': answer['why'],
            'advised': fault is not None and faults_of(role)[fault].advised}


def ids(results):
    """The requirements of these results: `FLOW-VALIDATES` for its part `FLOW-VALIDATES/ATT-TYP`, which is listed after it."""
    return list(dict.fromkeys(each for result in results for each in (result['id'].split('/')[0], result['id'])))


def accused(result, found, also):
    """What failed that the fault does not break."""
    allowed = {*found.get(result['name'], []), *also.get(result['name'], {})}
    return [each for each in result['failed'] if each.split('/')[0] not in allowed] if result['fault'] else []


def verdict(result, found, also):
    """ok, or what is wrong."""
    if result['fault'] is None:
        if result['exit'] == 0 and not result['failed'] and not result['inconclusive']:
            return 'ok'
        return 'ACCUSED' if result['failed'] else f"STOPPED ({result['exit']})"
    named = set(found.get(result['name'], []))
    if result['advised']:
        return 'ok' if named & {*result['failed'], *result['remarks']} else 'MISSED'
    if result['exit'] != 0 and named & set(result['failed']):
        return f"ACCUSED OF {','.join(others)}" if (others := accused(result, found, also)) else 'ok'
    return 'CAUGHT' if result['failed'] else 'MISSED' if result['exit'] == 0 else f"STOPPED ({result['exit']})"


def line(result, word):
    parts = [f'{word:<12}', f"{result['name']:<40}", f"exit {result['exit']}", f"{result['seconds']:5.1f} s"]
    parts += [f"{kind} {','.join(result[kind])}" for kind in ('failed', 'remarks') if result[kind]]
    return '  '.join([*parts, result['why'] if word not in ('ok', 'CAUGHT') else ''])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--role', action='append', choices=ROLES)
    parser.add_argument('--draws', type=int, default=int(os.environ['ASSAY_DRAWS']) if os.environ.get('ASSAY_DRAWS') else None)
    parser.add_argument('--seed', default='1')
    parser.add_argument('--only', action='append')
    parser.add_argument('--honest', action='store_true', help='draws alone')
    parser.add_argument('--faults', action='store_true', help='faults alone')
    parser.add_argument('--share', default='1/1', help='one of N parts, such as 1/6: every sixth draw and fault')
    parser.add_argument('--single', action='store_true', help='also draws with one unusual value each')
    parser.add_argument('--all-probes', action='store_true', help='every probe in every draw')
    parser.add_argument('--members', type=int, help='of Assay: 0 for no probes')
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--keep', help='the folder for configurations and reports (default: a temporary one)')
    parser.add_argument('--json', help='a file for all results')
    options = parser.parse_args()
    found, also = (json.loads((HERE / name).read_text()) for name in ('found.json', 'also.json'))
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        running = [pool.submit(play, job, options.keep or temporary, options.members) for job in jobs(options)]
        results = []
        for each in concurrent.futures.as_completed(running):
            result = each.result()
            result['verdict'] = verdict(result, found, also)
            results.append(result)
            print(line(result, result['verdict']), flush=True)
            if result['verdict'] != 'ok' and result['fault'] is None:
                for each in [*result['places'][:12], *result['inconclusive'][:12]]:
                    print(f'    {each}', flush=True)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(results, indent=1, ensure_ascii=False))
    return summary(results)


def summary(results):
    bad = 0
    for role in ROLES:
        mine = [each for each in results if each['role'] == role]
        if mine:
            honest = [each for each in mine if each['fault'] is None]
            faults = [each for each in mine if each['fault'] is not None]
            clean, caught = (sum(each['verdict'] == 'ok' for each in group) for group in (honest, faults))
            bad += len(mine) - clean - caught
            print(f'{role:<16} honest draws clean: {clean} of {len(honest)}   faults found: {caught} of {len(faults)}')
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
