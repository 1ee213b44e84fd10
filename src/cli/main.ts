import { dispatch } from './dispatch.ts'
import { terminal } from './terminal.ts'

// A reader that has seen enough, such as `head`, closes the pipe: that is no error of anybody.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 5))

process.exitCode = await dispatch(process.argv.slice(2), terminal)
