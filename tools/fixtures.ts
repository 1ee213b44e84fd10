import holders from '../fixtures/holders.json' with { type: 'json' }
import keys from '../fixtures/keys.json' with { type: 'json' }
import { rehearse, honestCast, type Script } from '../src/actors/rehearsal.ts'
import { publicOf, type World } from '../src/actors/world.ts'
import { loadDeeds } from '../src/cli/catalogue.ts'
import { membersOf } from '../src/cli/members.ts'
import { type Played, vectorsOf } from '../src/cli/play-vectors.ts'
import { session, worldUnder } from '../src/cli/stage.ts'
import { bend, type Deviation } from '../src/model/actors.ts'
import type { Fault, Setting, Variant } from '../src/model/fault.ts'
import { writeJwe } from '../src/protocol/jwe.ts'
import type { Kind } from '../src/protocol/evidence.ts'
import type { JsonObject } from '../src/protocol/json.ts'
import { toPem } from '../src/protocol/jwk.ts'
import { open } from '../src/protocol/open.ts'

/** The files of `fixtures/` that are made, path and content. Made anew, they are the same to the byte. */
export async function fixtures(): Promise<ReadonlyMap<string, string>> {
  return new Map([...artefacts(), ...(await vectors())])
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
function played({ setting = usual, holder = holders.asha, deviation = {}, world = {} }: Scene): ReadonlyMap<Kind, string> {
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

const file = (name: string, text: string): [string, string] => [`fixtures/artefacts/${name}`, text.endsWith('\n') ? text : `${text}\n`]
const json = (value: unknown): string => JSON.stringify(value, null, 2)

function* sealedRequests(plaintext: string): Generator<[string, string]> {
  const { random } = worldUnder(usual, 'sealed requests')
  for (const alg of ['ECDH-ES', 'ECDH-ES+A256KW']) {
    const header = { alg, enc: 'A256GCM', kid: keys.issuerSealEc.kid, zip: 'DEF' }
    const name = alg.toLowerCase().replace('+', '-')
    yield file(`encrypted-request-${name}.jwe`, writeJwe({ plaintext, header, key: publicOf(keys.issuerSealEc), random }))
  }
}

function* sealedResponses(): Generator<[string, string]> {
  for (const [name, encryption] of Object.entries({
    ec: { jwk: publicOf(keys.walletSealEc), enc: 'A256GCM', zip: 'none' },
    uncompressed: { jwk: publicOf(keys.walletSeal), enc: 'A256GCM', zip: 'none' },
  })) {
    yield file(`encrypted-response-${name}.jwe`, played({ world: { responseEncryption: encryption } }).get('encrypted-response') ?? '')
  }
}

/** Every fault and every variant as a labelled vector, one file a kind, with the good twin of each kind at the top. */
async function vectors(): Promise<readonly (readonly [string, string])[]> {
  const { faults, variants } = await loadDeeds()
  const all = [
    honestly,
    ...faults.flatMap((fault) => each(fault, [fault.breaks, ...fault.alsoBreaks].map(({ id }) => id))),
    ...variants.flatMap((variant) => each(variant, [])),
  ].flatMap(vectorsOf)
  return [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, lines]) => [
    `fixtures/vectors/${kind}.ndjson`,
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  ])
}

const honestly: Played = { id: 'honest', deed: 'is honest', deviation: {}, setting: usual, breaks: [] }

const each = (deed: Fault | Variant, breaks: readonly string[]): readonly Played[] =>
  membersOf(deed, 1, 1).map(({ what, deviation }) => ({
    id: deed.id,
    deed: what === deed.deed ? what : `${deed.deed}: ${what}`,
    deviation,
    setting: deed,
    breaks,
  }))
