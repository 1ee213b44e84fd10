import { HarnessError } from '../../../model/errors.ts'
import type { Command } from '../../terminal/command.ts'
import { queueFlags } from '../flags.ts'

/** `assay worker`: judges what audits on other machines put into a queue. */
export const worker: Command = {
  summary: 'judge the portions of audits on other machines, until it is ended',
  usage: 'assay worker nats://HOST',
  flags: {
    'how to work': {
      threads: { value: 'N', meaning: 'how many threads judge (default: one for each processor)' },
      sources: {
        value: 'FOLDER',
        meaning:
          'where the sources of audits with --shared are: a folder, or the URL of a server (default: this folder)',
      },
    },
    'how to reach the server': queueFlags,
  },
  examples: {
    'assay worker nats://queue.example:4222': 'judge with all processors of this machine',
    'assay worker tls://queue.example --creds worker.creds --threads 4': 'with the credentials of an account',
    'assay worker nats://queue.example --sources /mnt/export': 'read the sources from a shared folder',
  },
  run: async (args, terminal) => {
    const [address, ...others] = args.positionals
    if (address === undefined || others.length > 0)
      throw new HarnessError('ERR_USAGE', '`assay worker` needs the address of one NATS server')
    const { runWorker } = await import('../../audit/remote/run-worker.ts')
    await runWorker(address, args, terminal)
    return 0
  },
}
