import { readAttestation } from '../protocol/artefacts/attestation.ts'
import { readDeeplink } from '../protocol/artefacts/deeplink.ts'
import { parseOfferUrl, readOffer } from '../protocol/artefacts/offer.ts'
import { recogniseArtefact } from '../protocol/artefacts/recognise-artefact.ts'
import { decodeCbor } from '../protocol/cbor/decode.ts'
import { decodeBase64, decodeBase64url } from '../protocol/encoding/base64url.ts'
import { inflate } from '../protocol/encoding/deflate.ts'
import { parseElements, parseJson, parseTolerantly } from '../protocol/encoding/json.ts'
import { ProtocolError } from '../protocol/encoding/problem.ts'
import { findRepeatedMember } from '../protocol/encoding/repeated-member.ts'
import { readJwe } from '../protocol/jose/jwe.ts'
import { readJws } from '../protocol/jose/jws.ts'
import { readMdoc, recogniseMdoc } from '../protocol/mdoc/recognise.ts'
import { recogniseVci } from '../protocol/openid4vci/recognise.ts'
import { recogniseVp } from '../protocol/openid4vp/recognise.ts'
import { readDisclosure } from '../protocol/sd-jwt/disclosure.ts'
import { readAnySdJwt } from '../protocol/sd-jwt/presentation.ts'
import { readSdJwt } from '../protocol/sd-jwt/sd-jwt.ts'
import { recogniseStatusArtefact } from '../protocol/status-list/recognise.ts'
import { readSecuredToken } from '../protocol/status-list/secured-token.ts'
import { readCertificate } from '../protocol/x509/certificate.ts'
import { readDer } from '../protocol/x509/der.ts'
import { unwrapText } from '../src/verify/unwrap.ts'
import type { Finding } from './oracle.ts'

/** Everything that takes a text apart. What they refuse, they refuse with a `ProtocolError`. */
export const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  parseJson,
  parseTolerantly,
  parseElements,
  // It gets JSON that was parsed before.
  findRepeatedMember: (text) => findRepeatedMember(JSON.stringify(parseJson(text))),
  decodeBase64url,
  decodeBase64,
  readJws,
  readJwe,
  readSdJwt,
  readAnySdJwt,
  readDisclosure,
  readAttestation,
  readDeeplink,
  readOffer,
  parseOfferUrl,
  recogniseArtefact,
  unwrapText,
  recogniseVci,
  recogniseVp,
  recogniseMdoc,
  recogniseStatusArtefact,
  readSecuredToken,
  readMdoc,
  decodeCbor: (text) => decodeCbor(Buffer.from(text, 'base64')),
  inflate: (text) => inflate(Buffer.from(text, 'base64')),
  readDer: (text) => readDer(Buffer.from(text, 'base64')),
  readCertificate: (text) => readCertificate(Buffer.from(text, 'base64')),
}

const all = Object.entries(parsers)

/** The calls that one text is good for. */
export const callsPerText = all.length

/** Gives a text to every parser. */
export function parseWithAll(text: string): Finding | undefined {
  for (const [name, parse] of all) {
    try {
      parse(text)
    } catch (error) {
      if (error instanceof ProtocolError) continue
      return { what: `an exception of ${name}`, detail: error instanceof Error ? (error.stack ?? '') : String(error) }
    }
  }
  return undefined
}
