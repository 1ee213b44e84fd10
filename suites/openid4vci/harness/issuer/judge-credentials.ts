import type { ArtefactKind } from '../../../../protocol/artefacts/artefact-kinds.ts'
import type { CborMap } from '../../../../protocol/cbor/decode.ts'
import { isObject, type JsonObject, type JsonValue, readText } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { readMdoc } from '../../../../protocol/mdoc/recognise.ts'
import { readAnySdJwt } from '../../../../protocol/sd-jwt/presentation.ts'
import { isSuccess, readBody, writeResponse } from '../../../../src/harness/calls.ts'
import type { TestOptions } from '../../../../src/harness/test-options.ts'
import { exitCodesByConclusion } from '../../../../src/terminal/exit-codes.ts'
import { verifyText } from '../../../../src/verify/verify-text.ts'
import { readMoment, readObject } from '../../../mdoc/parts.ts'
import { fetchTypes } from './fetch-types.ts'
import { type FoundIssuer, insertWellKnown } from './find-issuer.ts'
import { type CredentialNames, judgeStatus } from './judge-status.ts'
import type { Grant, TestWallet } from './wallet.ts'

interface JudgedFormat {
  readonly kind: ArtefactKind
  readonly isReadable: (text: string) => boolean
}

/** What the cases of type metadata are called. */
const ofType = 'the type metadata of the credential'

/** How many credentials are judged at once. */
const mostCredentials = 200

interface CredentialContext {
  readonly wallet: TestWallet
  readonly options: TestOptions
  readonly names?: CredentialNames
}

/** Judges credentials, with the keys that were given or that their issuer publishes. */
export async function judgeCredentials(
  credentials: readonly JsonValue[],
  { configuration: { format } }: Grant,
  issuer: FoundIssuer,
  { wallet, options, names }: CredentialContext,
): Promise<void> {
  const {
    journal,
    now,
    profile: { credentials: profile },
  } = wallet
  const judged = formats.get(format)
  if (!judged) {
    journal.notes.push(`credentials of the format ${readText(format).slice(0, 40)} are not judged`)
    return
  }
  const { kind, isReadable } = judged
  const texts = [
    ...new Set(credentials.filter((each): each is string => typeof each === 'string' && isReadable(each))),
  ].slice(0, mostCredentials)
  if (texts.length === 0) return
  const published = kind === 'sd-jwt' ? await findKeys(texts[0] ?? '', issuer, wallet) : {}
  const keys = options.jwks ? {} : published
  const nameText = (i: number): string => names?.(i) ?? (texts.length > 1 ? `credential ${i + 1}` : 'the credential')
  const { jwks } = published
  await judgeStatus(texts, { issuer, wallet, options, names: nameText, ...(jwks && { published: jwks }) })
  const types = kind === 'sd-jwt' && !options.typeMetadata ? await fetchTypes(texts[0] ?? '', issuer, wallet) : []
  const own = types.length > 0 ? { typeMetadata: types } : {}
  if (!wallet.journal.cases.some(({ source }) => source.startsWith(ofType)))
    for (const [i, { text }] of types.entries()) {
      const verdict = verifyText(text, { ...options, ...own, profile, as: 'type-metadata' })
      const source = i === 0 ? ofType : `${ofType} that is extended`
      journal.addCase(
        { source, verdict: { ...verdict, kind: 'type-metadata' }, code: exitCodesByConclusion[verdict.conclusion] },
        text,
      )
    }
  for (const [i, text] of texts.entries()) {
    const verdict = verifyText(text, {
      ...options,
      ...keys,
      ...own,
      now: Math.max(now(), findBeginning(text, kind) ?? 0),
      plainOrigin: issuer.plainOrigin,
      profile,
      ...(kind === 'sd-jwt' && { keyBinding: 'refused' }),
      as: kind,
    })
    journal.addCase(
      { source: nameText(i), verdict: { ...verdict, kind }, code: exitCodesByConclusion[verdict.conclusion] },
      text,
    )
  }
}

/** From when on a credential is valid: it may be issued before. */
function findBeginning(text: string, kind: ArtefactKind): number | undefined {
  const read = attempt(() => (kind === 'sd-jwt' ? readAnySdJwt(text).payload.nbf : readBeginning(readMdoc(text))))
  const time = 'value' in read ? read.value : undefined
  return typeof time === 'number' && time < latest ? time : undefined
}

/** The end of the year 9999. */
const latest = 253_402_300_800

function readBeginning(signed: CborMap): number | undefined {
  const object = readObject(signed)
  const moment = object && readMoment(object, 'validFrom')
  return moment === undefined ? undefined : Math.ceil(moment / 1000)
}

const canRead =
  (read: (text: string) => unknown) =>
  (text: string): boolean =>
    'value' in attempt(() => read(text))

/** How a format is judged. What cannot be read at all is a finding about the response. */
const formats: ReadonlyMap<unknown, JudgedFormat> = new Map([
  ['dc+sd-jwt', { kind: 'sd-jwt', isReadable: canRead(readAnySdJwt) }],
  ['mso_mdoc', { kind: 'mdoc-issuer-signed', isReadable: canRead(readMdoc) }],
])

/** The keys at `/.well-known/jwt-vc-issuer`, where the issuer of a credential has them. */
async function findKeys(
  credential: string,
  issuer: FoundIssuer,
  { send, journal, profile: { credentials } }: TestWallet,
): Promise<{ readonly jwks?: JsonObject; readonly issuerMetadata?: JsonObject }> {
  const read = attempt(() => readAnySdJwt(credential).payload.iss)
  const iss = 'value' in read ? read.value : undefined
  if (typeof iss !== 'string' || !/^https?:/i.test(iss) || !URL.canParse(iss)) return {}
  if (new URL(iss).origin !== new URL(issuer.id).origin) return {} // another party, that was not named
  const request = (url: string) => send({ method: 'GET', url, headers: { accept: 'application/json' } }, 'message')
  // A slash at its end is left out there (SD-JWT VC, section 4).
  const url = insertWellKnown(iss.replace(/\/$/, ''), 'jwt-vc-issuer')
  const response = await request(url)
  // It is optional: keys may be in certificates.
  if (!isSuccess(response)) return {}
  const { plainOrigin } = issuer
  const source = 'the metadata of the issuer of the credential'
  const facts = { issuer: iss, plainOrigin, request: { url } }
  if (!journal.cases.some((each) => each.source === source))
    journal.judge(source, writeResponse(response), 'vc-http-response', facts, credentials)
  const metadata = readBody(response)
  if (!metadata) return {}
  const { jwks, jwks_uri: uri } = metadata
  const known = { issuerMetadata: metadata }
  if (isObject(jwks)) return { ...known, jwks }
  const fetched = typeof uri === 'string' && URL.canParse(uri) ? await request(uri) : undefined
  const keys = fetched && isSuccess(fetched) ? readBody(fetched) : undefined
  return keys ? { ...known, jwks: keys } : known
}
