"""One stranger as a process: `python3 strangers/act.py ROLE FOLDER`, with its draw and fault in FOLDER/draw.json.

A role that is driven by `command:` has `act(role)` as a loop over lines of JSON; one with an address of its own serves until its
parent closes its standard input.
"""

import importlib
import json
import os
import pathlib
import shlex
import socket
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))


def command(role, draw, fault, folder, **more):
    """The command line of a stranger, and the file that it reads."""
    path = pathlib.Path(folder) / 'draw.json'
    watched = {name: os.environ[name] for name in ('STRANGER_TRACE', 'STRANGER_MUTANT', 'STRANGER_CHANGE') if name in os.environ}
    path.write_text(json.dumps({'draw': draw, 'fault': fault, **more, 'watched': watched}))
    return [sys.executable, str(pathlib.Path(__file__).resolve()), role, str(path)]


def driven(role, draw, fault, folder, **more):
    """What makes Assay start it: a `command:` target."""
    return 'command:' + shlex.join(command(role, draw, fault, folder, **more))


def served(role, draw, fault, folder, **more):
    """A stranger that has an address: its URL, and what stops it."""
    process = subprocess.Popen(command(role, draw, fault, folder, **more), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    url = json.loads(process.stdout.readline())['url']

    def stop():
        process.stdin.close()
        process.wait(10)
    return url, stop


def free_port():
    with socket.socket() as listener:
        listener.bind(('127.0.0.1', 0))
        return listener.getsockname()[1]


def obey(carry_out):
    """A driver on standard input and output: one command a line, one reply a line."""
    for line in sys.stdin:
        order = json.loads(line)
        try:
            reply = carry_out(order)
        except Exception as wrong:  # a defect of the stranger: said, so that the run does not blame it on the target
            import traceback
            traceback.print_exc()
            reply = {'error': f'{type(wrong).__name__}: {wrong}'}
        print(json.dumps({'id': order['id'], **reply}), flush=True)


if __name__ == '__main__':
    chosen = json.loads(pathlib.Path(sys.argv[2]).read_text())
    watched = chosen.pop('watched')
    if watched:
        os.environ.update(watched)
        from strangers import changed, mutate
        (changed if 'STRANGER_CHANGE' in watched else mutate).install()
    importlib.import_module(f'strangers.{sys.argv[1]}').act(**chosen)
