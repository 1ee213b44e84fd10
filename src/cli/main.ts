import { terminal } from '../terminal/terminal.ts'
import { dispatch } from './dispatch.ts'

// A reader such as `head` closes the pipe early. The command still runs to its end and sets its own exit code.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exit(5)
})

process.exitCode = await dispatch(process.argv.slice(2), terminal)
