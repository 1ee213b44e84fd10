import holders from '../fixtures/holders.json' with { type: 'json' }
import keys from '../fixtures/keys.json' with { type: 'json' }
import { honestCast, rehearse, type Script } from '../src/actors/rehearsal.ts'
import { publicOf, type World } from '../src/actors/world.ts'
import { membersOf } from '../src/assembly/members.ts'
import { loadDeeds } from '../src/cli/catalogue.ts'
import { type Played, vectorMaker } from '../src/cli/play-vectors.ts'
import { session, worldUnder } from '../src/cli/stage.ts'
import type { Vector } from '../src/cli/vector.ts'
import { bend, type Deviation } from '../src/model/actors.ts'
import type { Fault, Setting, Variant } from '../src/model/fault.ts'
import type { Kind } from '../src/protocol/evidence.ts'
import type { JsonObject } from '../src/protocol/json.ts'
import { writeJwe } from '../src/protocol/jwe.ts'
import { toPem } from '../src/protocol/jwk.ts'
import { open } from '../src/protocol/open.ts'

/** The files of `fixtures/` that are made, path and content. Made anew, they are the same to the byte. */
export async function fixtures(): Promise<ReadonlyMap<string, string>> {
  const made = await vectors()
  return new Map([...artefacts(), ...badOnes(made), ...vectorFiles(made)])
}

const usual: Setting = { under: 'document', given: {} }
const secrets = [keys.issuerSeal, keys.issuerSealEc, keys.walletSeal, keys.walletSealEc]
const photo = Buffer.alloc(45_000, 'a photo of nobody ').toString('base64')

interface Scene {
  readonly setting?: Setting
  readonly holder?: JsonObject
  readonly deviation?: Deviation
  readonly world?: Partial<World>
}

/** Every layer of one rehearsed exchange, by kind. */
function played({
  setting = usual,
  holder = holders.asha,
  deviation = {},
  world = {},
}: Scene): ReadonlyMap<Kind, string> {
  const stageWorld = { ...worldUnder(setting, 'fixtures'), ...world }
  const { scripts } = rehearse(bend(honestCast(stageWorld), deviation), { ...session, holder }, stageWorld)
  return new Map(scripts.flatMap(layersOf))
}

const layersOf = ({ kind, text }: Script): readonly (readonly [Kind, string])[] =>
  open(kind, text, secrets).map((exhibit) => [exhibit.kind, exhibit.text] as const)

const endings: Readonly<Partial<Record<Kind, string>>> = {
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
  yield file('credential-tamil.txt', credentialOf({ holder: { ...holders.kannan, ResidentImage: photo } }))
  yield file('credential-few-claims.txt', credentialOf({ holder: holders.lee }))
  yield file('credential-rfc9901.txt', credentialOf({ setting: { under: 'rfc9901', given: {} } }))
  yield* sealedRequests(honest.get('request') ?? '')
  yield* sealedResponses()
}

const credentialOf = (scene: Scene): string => played(scene).get('credential') ?? ''

const file = (name: string, text: string): [string, string] => [
  `fixtures/artefacts/${name}`,
  text.endsWith('\n') ? text : `${text}\n`,
]
const json = (value: unknown): string => JSON.stringify(value, null, 2)

function* sealedRequests(plaintext: string): Generator<[string, string]> {
  const { random } = worldUnder(usual, 'sealed requests')
  for (const alg of ['ECDH-ES', 'ECDH-ES+A256KW']) {
    const header = { alg, enc: 'A256GCM', kid: keys.issuerSealEc.kid, zip: 'DEF' }
    const name = alg.toLowerCase().replace('+', '-')
    yield file(
      `encrypted-request-${name}.jwe`,
      writeJwe({ plaintext, header, key: publicOf(keys.issuerSealEc), random }),
    )
  }
}

function* sealedResponses(): Generator<[string, string]> {
  for (const [name, encryption] of Object.entries({
    ec: { jwk: publicOf(keys.walletSealEc), enc: 'A256GCM', zip: 'none' },
    uncompressed: { jwk: publicOf(keys.walletSeal), enc: 'A256GCM', zip: 'none' },
  })) {
    yield file(
      `encrypted-response-${name}.jwe`,
      played({ world: { responseEncryption: encryption } }).get('encrypted-response') ?? '',
    )
  }
}

/** Every fault and every variant as a labelled vector. */
async function vectors(): Promise<readonly Vector[]> {
  const { faults, variants } = await loadDeeds()
  const rowsOf = ({ breaks, alsoBreaks }: Fault): readonly string[] => [breaks, ...alsoBreaks].map(({ id }) => id)
  return [
    honestly,
    ...faults.flatMap((fault) => each(fault, rowsOf(fault))),
    ...variants.flatMap((variant) => each(variant, [])),
  ].flatMap(vectorMaker())
}

/** One file a kind, with the good twin at the top. */
const vectorFiles = (all: readonly Vector[]): readonly [string, string][] =>
  [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, lines]) => [
    `fixtures/vectors/${kind}.ndjson`,
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  ])

/** Bad artefacts that one wants to see first, each beside its good twin. The name says what was done. */
const bad: Readonly<Record<string, string>> = {
  'SD-RECUT/turns-maskedmobile-into-mobile': 'credential-recut.txt',
  'SD-INCLUDED/changes-a-value-after-signing': 'credential-tampered.txt',
  'CRED-P1363/signs-in-der-form': 'credential-der-signature.txt',
  'ATT-CHAIN/sends-the-authorities-in-reverse': 'attestation-reversed-chain.jwt',
  'REQ-EXCLUSIVE/names-a-dataset-and-a-template': 'request-both-identifiers.json',
}

const badOnes = (all: readonly Vector[]): readonly [string, string][] =>
  Object.entries(bad).map(([id, name]) => {
    const vector = all.find((each) => each.id === id)
    if (!vector) throw new Error(`there is no vector ${id}`)
    return file(`bad/${name}`, vector.artefact)
  })

const honestly: Played = { id: 'honest', deed: 'is honest', deviation: {}, setting: usual, breaks: [] }

const each = (deed: Fault | Variant, breaks: readonly string[]): readonly Played[] =>
  membersOf(deed, 1, 1).map(({ what, deviation }) => ({
    id: deed.id,
    deed: what === deed.deed ? what : `${deed.deed}: ${what}`,
    deviation,
    setting: deed,
    breaks,
  }))
