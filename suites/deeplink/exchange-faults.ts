import { type Fault, fault } from '../../src/model/fault.ts'
import { after } from '../deviations.ts'
import { LINK } from './requirements.ts'

const to = (address: string) => after('wallet', 'link', (text) => text.replace(/^[^?]*/, address))

// biome-ignore format: a table, one row a line.
export const exchangeFaults: readonly Fault[] = [
  fault(LINK.TARGET, 'calls another app', to('otherapp://credential-request')),
  fault(LINK.TARGET, 'calls the app at another address', to('identityapp://credential-requests')),
  fault(LINK.TARGET, 'calls a page on the web', to('https://app.example/credential-request')),
  fault(LINK.TARGET, 'calls the address of the default where another was agreed', to('identityapp://credential-request'), { given: { 'deeplink.uri': 'https://app.example/open' } }),
]
