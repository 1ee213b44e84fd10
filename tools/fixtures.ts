import holders from '../fixtures/holders.json' with { type: 'json' }
import keys from '../fixtures/keys.json' with { type: 'json' }
import type { ArtefactKind } from '../protocol/artefacts/artefact-kinds.ts'
import { openArtefact } from '../protocol/artefacts/open.ts'
import type { JsonObject } from '../protocol/encoding/json.ts'
import { writeJwe } from '../protocol/jose/jwe.ts'
import { toPem } from '../protocol/jose/jwk.ts'
import type { Vector } from '../src/verify/vector.ts'
import { listAuthorityCertificates } from '../suites/document/actors/steps/device.ts'
import { type ActorEnvironment, toPublicKey } from '../suites/document/actors/steps/environment.ts'
import {
  createReferenceActors,
  type OfflineMessage,
  runOfflineExchange,
} from '../suites/document/actors/steps/offline-exchange.ts'
import { sampleMembers } from '../suites/document/kit/family.ts'
import { type ActorMutation, mutateActors } from '../suites/document/model/actors.ts'
import type { Fault, FaultSettings, Variant } from '../suites/document/model/fault.ts'
import { loadCatalogue } from '../suites/document/prove/catalogue.ts'
import { createVectorMaker, type VectorSource } from '../suites/document/prove/make-vectors.ts'
import { createEnvironment, fixtureSession } from '../suites/document/reference/offline-exchange.ts'
import { makeMdocSample } from '../suites/mdoc/sample.ts'
import { writeRequestObject } from '../suites/openid4vp/request-sample.ts'
import { sessionRequest } from '../suites/openid4vp/response-sample.ts'
import { makeSample as makeVpSample } from '../suites/openid4vp/sample.ts'
import { makeSample, sampleTime } from '../suites/sd-jwt/sample.ts'
import { baseMetadata, makeVcSample, usualIssuer, usualMetadata } from '../suites/sd-jwt-vc/sample.ts'
import { makeSample as makeStatusSample } from '../suites/token-status-list/sample.ts'
import { listMistakes } from './mistakes.ts'

/** The generated files of `fixtures/`, with path and content. They are made again byte for byte. */
export async function fixtures(): Promise<ReadonlyMap<string, string>> {
  const made = await vectors()
  return new Map([
    ...artefacts(),
    ...statusListFiles(),
    ...presentationFiles(),
    ...mdocFiles(),
    ...badOnes(made),
    ...listMistakes(),
    ...vectorFiles(made),
  ])
}

const usual: FaultSettings = { profile: 'document', decisions: {} }
const secrets = [keys.issuerSeal, keys.issuerSealEc, keys.walletSeal, keys.walletSealEc]
const photo = Buffer.alloc(45_000, 'a photo of nobody ').toString('base64')

interface Scene {
  readonly setting?: FaultSettings
  readonly holder?: JsonObject
  readonly deviation?: ActorMutation
  readonly world?: Partial<ActorEnvironment>
}

/** Every layer of one rehearsed exchange, by kind. */
function played({
  setting = usual,
  holder = holders.asha,
  deviation = {},
  world = {},
}: Scene): ReadonlyMap<ArtefactKind, string> {
  const stageWorld = { ...createEnvironment(setting, 'fixtures'), ...world }
  const { messages: scripts } = runOfflineExchange(
    mutateActors(createReferenceActors(stageWorld), deviation),
    { ...fixtureSession, holder },
    stageWorld,
  )
  return new Map(scripts.flatMap(layersOf))
}

const layersOf = ({ kind, text }: OfflineMessage): readonly (readonly [ArtefactKind, string])[] =>
  openArtefact(kind, text, secrets).map((exhibit) => [exhibit.kind, exhibit.text] as const)

const endings: Readonly<Partial<Record<ArtefactKind, string>>> = {
  credential: 'credential.txt',
  attestation: 'attestation.jwt',
  deeplink: 'deeplink.txt',
  'encrypted-request': 'encrypted-request.jwe',
  'encrypted-response': 'encrypted-response.jwe',
  'signed-response': 'signed-response.jwt',
  'status-token': 'status-token.jwt',
}

/** One good artefact of each kind, the keys that open and verify them, and the good and the bad that one wants to see first. */
function* artefacts(): Generator<[string, string]> {
  const honest = played({})
  for (const [kind, text] of honest) yield file(endings[kind] ?? `${kind}.json`, text)
  yield file('issuer.jwk', json(keys.issuerSeal))
  yield file('wallet.jwk', json(keys.walletSeal))
  yield file('root.pem', toPem(keys.root))
  const [authority = '', root = ''] = listAuthorityCertificates(keys)
  yield file('device-root.pem', root)
  yield file('device-authority.pem', authority)
  yield file('credential-tamil.txt', credentialOf({ holder: { ...holders.kannan, ResidentImage: photo } }))
  yield file('credential-few-claims.txt', credentialOf({ holder: holders.lee }))
  yield file('credential-rfc9901.txt', credentialOf({ setting: { profile: 'document-rfc9901', decisions: {} } }))
  const general = makeSample({ binding: null })
  yield file('any.sd-jwt', general.text)
  yield file('any.jwks.json', json(general.facts.jwks))
  const vc = makeVcSample({ binding: null })
  yield file('vc.sd-jwt', vc.text)
  yield file('vc-issuer.json', json(usualIssuer))
  yield file('vc-type.json', json(usualMetadata))
  yield file('vc-base-type.json', JSON.stringify(baseMetadata))
  yield* sealedRequests(honest.get('request') ?? '')
  yield* sealedResponses()
}

/** A status list in every form, and a token that refers to it. */
function* statusListFiles(): Generator<[string, string]> {
  const claims = (all: object) => ({ ...all, exp: sampleTime + 10 * 365 * 86_400 })
  const [list, response] = [
    makeStatusSample({ list: { claims } }),
    makeStatusSample({ about: 'response', list: { claims } }),
  ]
  yield inStatusFolder('list.jwt', list.text)
  yield inStatusFolder('list.cwt.hex', makeStatusSample({ list: { format: 'cwt', claims } }).text)
  yield inStatusFolder('token.sd-jwt', makeStatusSample({ about: 'token' }).text)
  yield inStatusFolder('response.http', response.text)
  yield inStatusFolder('aggregation.json', makeStatusSample({ about: 'aggregation' }).text)
  yield inStatusFolder('jwks.json', json(list.facts.jwks))
}

/** The response of a device, the root that its issuer ends at, and the request that it answers. */
function* mdocFiles(): Generator<[string, string]> {
  const { text, facts } = makeMdocSample({ about: 'response' })
  yield ['fixtures/mdoc/response.txt', `${text}\n`]
  yield ['fixtures/mdoc/issuer-signed.txt', `${makeMdocSample().text}\n`]
  yield ['fixtures/mdoc/root.pem', facts.anchors?.join('\n') ?? '']
  yield ['fixtures/mdoc/request.json', `${json(facts.request)}\n`]
}

/** A session between a verifier and a wallet, from the link to the end. */
function* presentationFiles(): Generator<[string, string]> {
  const file = (name: string, text: string): [string, string] => [`fixtures/openid4vp/${name}`, `${text.trim()}\n`]
  const [link, answer] = [makeVpSample({ about: 'vp-request-link' }), { isAnswer: true } as const]
  const response = makeVpSample({ about: 'vp-http-request', ...answer })
  const end = { status: 200, headers: { 'Content-Type': 'application/json' } }
  yield file('link.txt', link.text)
  yield file('request.jwt', writeRequestObject(sessionRequest))
  yield file('response.http', response.text)
  yield file('answer.http', makeVpSample({ about: 'vp-endpoint-response', http: end }).text)
  yield file('root.pem', link.facts.anchors?.join('\n') ?? '')
  yield file('jwks.json', json(response.facts.jwks))
}

const inStatusFolder = (name: string, text: string): [string, string] => [`fixtures/status-list/${name}`, `${text}\n`]

const credentialOf = (scene: Scene): string => played(scene).get('credential') ?? ''

const file = (name: string, text: string): [string, string] => [
  `fixtures/artefacts/${name}`,
  text.endsWith('\n') ? text : `${text}\n`,
]
const json = (value: unknown): string => JSON.stringify(value, null, 2)

function* sealedRequests(plaintext: string): Generator<[string, string]> {
  const { random } = createEnvironment(usual, 'sealed requests')
  for (const alg of ['ECDH-ES', 'ECDH-ES+A256KW']) {
    const header = { alg, enc: 'A256GCM', kid: keys.issuerSealEc.kid, zip: 'DEF' }
    const name = alg.toLowerCase().replace('+', '-')
    yield file(
      `encrypted-request-${name}.jwe`,
      writeJwe({ plaintext, header, key: toPublicKey(keys.issuerSealEc), random }),
    )
  }
}

function* sealedResponses(): Generator<[string, string]> {
  for (const [name, encryption] of Object.entries({
    ec: { jwk: toPublicKey(keys.walletSealEc), enc: 'A256GCM', zip: 'none' },
    uncompressed: { jwk: toPublicKey(keys.walletSeal), enc: 'A256GCM', zip: 'none' },
  })) {
    yield file(
      `encrypted-response-${name}.jwe`,
      played({ world: { responseEncryption: encryption } }).get('encrypted-response') ?? '',
    )
  }
}

/** Every fault and every variant as a labelled vector. */
async function vectors(): Promise<readonly Vector[]> {
  const { faults, variants } = await loadCatalogue()
  const rowsOf = ({ breaks, alsoBreaks }: Fault): readonly string[] => [breaks, ...alsoBreaks].map(({ id }) => id)
  return [
    honestly,
    ...faults.flatMap((fault) => each(fault, rowsOf(fault))),
    ...variants.flatMap((variant) => each(variant, [])),
  ].flatMap(createVectorMaker())
}

/** One file a kind, with the good twin at the top. */
const vectorFiles = (all: readonly Vector[]): readonly [string, string][] =>
  [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, lines]) => [
    `fixtures/vectors/${kind}.ndjson`,
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  ])

/** Invalid artefacts to look at first, each beside the valid one. The name describes the fault. */
const bad: Readonly<Record<string, string>> = {
  'SD-RECUT/turns-maskedmobile-into-mobile': 'credential-recut.txt',
  'SD-INCLUDED/changes-a-value-after-signing': 'credential-tampered.txt',
  'CRED-P1363/signs-in-der-form': 'credential-der-signature.txt',
  'ATT-CHAIN/sends-the-ca-certificates-in-reverse-order': 'attestation-reversed-chain.jwt',
  'REQ-EXCLUSIVE/sends-both-credential_identifier-and-credential_configuration_id': 'request-both-identifiers.json',
}

const badOnes = (all: readonly Vector[]): readonly [string, string][] =>
  Object.entries(bad).map(([id, name]) => {
    const vector = all.find((each) => each.id === id)
    if (!vector) throw new Error(`there is no vector ${id}`)
    return file(`bad/${name}`, vector.artefact)
  })

const honestly: VectorSource = { id: 'valid', description: 'is valid', mutation: {}, settings: usual, breaks: [] }

const each = (deed: Fault | Variant, breaks: readonly string[]): readonly VectorSource[] =>
  sampleMembers(deed, 1, 1).map(({ description, mutation }) => ({
    id: deed.id,
    description: description === deed.description ? description : `${deed.description}: ${description}`,
    mutation,
    settings: deed,
    breaks,
  }))
