import { isObject, type JsonValue } from '../../../../protocol/encoding/json.ts'
import type { IdentityApp } from '../../model/actors.ts'
import { type ActorEnvironment, passThrough } from './environment.ts'
import { createOffer } from './issuer.ts'

/** An identity app that does everything as the document says. */
export const createIdentityApp = (environment: ActorEnvironment): IdentityApp => ({
  ...passThrough,
  findRefusals: environment.refusals('identity app'),
  share: async ({ openSession: ask, pushOffer: push }) => {
    const session = await ask()
    if (session) await push(session)
  },
  requestConfig: ({ deviceId }) => ({ device_id: deviceId }),
  offer: (session) => createOffer(environment, session),
  validate: ({ uid, sessionToken }, sealed) => ({
    headers: {
      [environment.token.header]: environment.token.format === 'bearer' ? `Bearer ${sessionToken}` : sessionToken,
    },
    body: { uid, [environment.dialect.requestField]: sealed },
  }),
  writeCallback: (response, certificates) => ({
    credential_identifier: response[environment.dialect.idField ?? ''] ?? 'dataset',
    credentials: [...listCredentials(response[environment.dialect.responseCredentials]), ...certificates].map(
      (credential) => ({
        [environment.dialect.callbackCredential]: credential,
      }),
    ),
  }),
})

/** The credentials in the list of a response: its elements, or members of them under either of the names that there are. */
const listCredentials = (list: JsonValue | undefined): readonly string[] =>
  (Array.isArray(list) ? list : []).flatMap((element) => {
    const text = isObject(element) ? (element.Credential ?? element.credential) : element
    return typeof text === 'string' ? [text] : []
  })
