import { dispatch } from './dispatch.ts'
import { terminal } from './terminal.ts'

// A reader that has seen enough, such as `head`, closes the pipe. The command still comes to its end, and to its own code.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exit(5)
})

process.exitCode = await dispatch(process.argv.slice(2), terminal)
