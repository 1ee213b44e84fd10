import { type JsonObject, parseJsonObject } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import type { Endpoint, Message } from '../../model/endpoints.ts'

/** Collects what an issuer publishes at an endpoint, such as its keys. */
export interface PublishedDocument {
  readonly add: (message: Message) => void
  /** What it published, if that was always the same. */
  readonly findOnly: () => JsonObject | undefined
}

/** Creates the collector for an endpoint. */
export function createPublished(endpoint: Endpoint): PublishedDocument {
  const texts = new Set<string>()
  let only: { readonly text: string; readonly content: JsonObject | undefined } | undefined
  return {
    add: (message) => {
      if (message.endpoint === endpoint && message.response?.status === 200) texts.add(message.response.body)
    },
    findOnly: () => {
      const [text] = texts.size === 1 ? texts : []
      if (text === undefined) return undefined
      if (only?.text !== text) {
        const read = attempt(() => parseJsonObject(text))
        only = { text, content: 'value' in read ? read.value : undefined }
      }
      return only.content
    },
  }
}
