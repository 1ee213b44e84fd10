import type { IdentityApp } from '../model/actors.ts'
import { isObject, type JsonValue } from '../protocol/json.ts'
import { offer } from './issuer.ts'
import { plainly, type World } from './world.ts'

/** An identity app that does everything as the document says. */
export const honestIdentityApp = (world: World): IdentityApp => ({
  ...plainly,
  validations: world.validations('identity app'),
  begin: async ({ ask, push }) => {
    const session = await ask()
    if (session) await push(session)
  },
  ask: ({ deviceId }) => ({ device_id: deviceId }),
  offer: (session) => offer(world, session),
  validate: ({ uid, sessionToken }, sealed) => ({
    headers: { [world.token.header]: world.token.format === 'bearer' ? `Bearer ${sessionToken}` : sessionToken },
    body: { uid, [world.dialect.requestField]: sealed },
  }),
  callBack: (response, certificates) => ({
    credential_identifier: response[world.dialect.idField ?? ''] ?? 'dataset',
    credentials: [...credentialsIn(response[world.dialect.responseCredentials]), ...certificates].map((credential) => ({
      [world.dialect.callbackCredential]: credential,
    })),
  }),
})

/** The credentials in the list of a response, under either of the names that there are for them. */
const credentialsIn = (list: JsonValue | undefined): readonly string[] =>
  (Array.isArray(list) ? list : []).filter(isObject).flatMap(({ Credential, credential }) => {
    const text = Credential ?? credential
    return typeof text === 'string' ? [text] : []
  })
