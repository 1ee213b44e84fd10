import type { Requirement } from '../../../model/requirement.ts'
import { type JsonObject, readText } from '../../../protocol/encoding/json.ts'
import { type NearValue, nearForms, nearValues } from '../../kit/near-values.ts'
import { setMembers as put } from '../../kit/samples.ts'
import { nameSection as text } from '../texts.ts'
import { changeRequest, set, type VerifierMutation } from '../verifier/faults.ts'
import {
  attestAddress,
  certifyOtherwise,
  changeAttestation,
  changeHeader,
  changeLink,
  changeObject,
  changeTransaction,
} from './requests.ts'
import { VPWALLET } from './requirements.ts'

/** A value of a request that a wallet compares with another: what is near it is another value. */
export interface ComparedValue {
  readonly row: Requirement
  readonly control: 'signed' | 'any' | 'hash' | 'dns' | 'unsigned' | 'post' | 'didWeb' | 'attested' | 'transaction'
  /** As in `${subject} has four characters more`. */
  readonly subject: string
  readonly near: readonly NearValue[]
  readonly change: (write: NearValue['write']) => VerifierMutation
  readonly obligation: string
  readonly codes?: readonly string[]
}

const { recased, shorter, longer, prefixed } = nearForms

const changeMember =
  (name: string, write: NearValue['write']) =>
  (all: JsonObject): JsonObject => ({ ...all, [name]: write(readText(all[name])) })

/** Changes what follows the prefix of a client. */
const renameClient = (write: NearValue['write']): VerifierMutation =>
  changeRequest(
    changeMember('client_id', (client) => client.replace(/^([^:]*:)(.*)$/, (_, prefix, name) => prefix + write(name))),
  )

const [byCertificate, ofAddresses] = [text('5.9.3'), text('5.9.3, 8.2 and 14.3.1')]

// biome-ignore format: a table, one row a line.
/** Names of hosts and media types are the same in capital letters. */
export const comparedValues: readonly ComparedValue[] = [
  { row: VPWALLET['REFUSES-TYPE'], control: 'signed', subject: 'a request object whose `typ`', near: [shorter, longer], change: (write) => changeHeader(changeMember('typ', write)), obligation: text('5') },
  { row: VPWALLET['REFUSES-CLIENT'], control: 'hash', subject: 'a client whose hash', near: nearValues, change: renameClient, obligation: byCertificate },
  { row: VPWALLET['REFUSES-CLIENT'], control: 'dns', subject: 'a certificate whose host', near: [shorter, longer, prefixed], change: (write) => certifyOtherwise(2, write), obligation: byCertificate },
  { row: VPWALLET['REFUSES-DID'], control: 'didWeb', subject: 'a DID whose name in its document', near: [shorter, longer], change: (write) => set({ didDocument: changeMember('id', write) }), obligation: `${byCertificate}; DID method \`web\`, section 2.5.2` },
  { row: VPWALLET['REFUSES-ATTESTED-NAME'], control: 'attested', subject: 'an attestation whose `sub`', near: [recased, shorter, longer], change: (write) => changeAttestation(changeMember('sub', write)), obligation: byCertificate },
  { row: VPWALLET['REFUSES-MISMATCH'], control: 'signed', subject: 'a link whose `client_id`', near: [recased, shorter, longer], change: (write) => changeLink(changeMember('client_id', write)), obligation: `${text('5.10.1')}; RFC 9101, section 5` },
  { row: VPWALLET['REFUSES-NONCE'], control: 'post', subject: 'a request object whose `wallet_nonce`', near: nearValues, change: (write) => changeObject(changeMember('wallet_nonce', write)), obligation: text('5.10.1') },
  { row: VPWALLET['REFUSES-AUDIENCE'], control: 'signed', subject: 'a request object whose `aud`', near: [recased, shorter, longer], change: (write) => changeObject(changeMember('aud', write)), obligation: 'RFC 7519, section 4.1.3' },
  { row: VPWALLET['REFUSES-ADDRESS'], control: 'unsigned', subject: 'a client whose address', near: [recased, shorter, longer], change: renameClient, obligation: ofAddresses },
  { row: VPWALLET['REFUSES-PLACE'], control: 'attested', subject: 'an attestation whose address', near: [recased, shorter, longer], change: attestAddress, obligation: ofAddresses },
  { row: VPWALLET['REFUSES-RESPONSE-TYPE'], control: 'any', subject: 'a request whose `response_type`', near: [recased, shorter, longer], change: (write) => changeRequest(put({ response_type: write('vp_token') })), obligation: 'RFC 6749, section 3.1.1', codes: ['unsupported_response_type', 'invalid_request'] },
  { row: VPWALLET['REFUSES-TRANSACTION'], control: 'transaction', subject: 'transaction data whose type', near: [recased, shorter, longer], change: (write) => changeTransaction(changeMember('type', write)), obligation: text('5.1'), codes: ['invalid_transaction_data', 'invalid_request'] },
]
