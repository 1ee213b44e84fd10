import type { RecognisedArtefact } from '../artefacts/recognised-artefact.ts'
import { parseTolerantly } from '../encoding/json.ts'
import { attempt } from '../encoding/problem.ts'

/** Recognises an SD-JWT in any form; a JWT without a `~` is one that lacks it. */
export function recogniseSdJwt(text: string): RecognisedArtefact | undefined {
  const bare = text.trim()
  const [jwt = ''] = bare.split('~', 1)
  const isCompact = /^[\w-]+\.[\w-]+\.[\w-]*/.test(jwt) || isMisspelled(jwt)
  return isCompact || isJson(bare) ? { kind: 'sd-jwt', text: bare } : undefined
}

/** Whether a JWT is in base64, or has padding: its first part is that of a JSON object. */
const isMisspelled = (jwt: string): boolean => /^ey[\w+/-]*={0,2}\.[\w+/-]+={0,2}\.[\w+/-]*/.test(jwt)

function isJson(text: string): boolean {
  if (!text.startsWith('{')) return false
  const read = attempt(() => parseTolerantly(text))
  return 'value' in read && 'payload' in read.value && ('signature' in read.value || 'signatures' in read.value)
}
