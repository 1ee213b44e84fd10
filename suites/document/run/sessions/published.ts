import { type JsonObject, parseJsonObject } from '../../../../protocol/encoding/json.ts'
import { memoizeLast } from '../../../../protocol/encoding/memoize-last.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import type { Endpoint, Message } from '../../model/endpoints.ts'

/** Collects what an issuer publishes at an endpoint, such as its keys. */
export interface PublishedDocument {
  readonly add: (message: Message) => void
  /** What it published, if that was always the same. */
  readonly findOnly: () => JsonObject | undefined
}

const readObject = memoizeLast((text: string): JsonObject | undefined => {
  const read = attempt(() => parseJsonObject(text))
  return 'value' in read ? read.value : undefined
})

/** Creates the collector for an endpoint. */
export function createPublished(endpoint: Endpoint): PublishedDocument {
  const texts = new Set<string>()
  return {
    add: (message) => {
      if (message.endpoint === endpoint && message.response?.status === 200) texts.add(message.response.body)
    },
    findOnly: () => {
      const [only = ''] = texts.size === 1 ? texts : []
      return readObject(only)
    },
  }
}
