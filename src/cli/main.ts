import { terminal } from '../terminal/terminal.ts'
import { dispatch } from './dispatch.ts'

// A reader such as `head` closes the pipe early, and so does a terminal that is closed. The command still runs to its end
// and sets its own exit code.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') process.exit(5)
  })
}

process.exitCode = await dispatch(process.argv.slice(2), terminal)
