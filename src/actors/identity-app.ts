import type { IdentityApp } from '../model/actors.ts'
import { isObject, type JsonObject } from '../protocol/json.ts'
import type { World } from './world.ts'

/** An identity app that does everything as the document says. */
export const honestIdentityApp = ({ dialect }: World): IdentityApp => ({
  ask: ({ deviceId }) => ({ device_id: deviceId }),
  validate: ({ uid, sessionToken }, sealed) => ({
    headers: { authorization: `Bearer ${sessionToken}` },
    body: { uid, [dialect.requestField]: sealed },
  }),
  callBack: (response) => ({
    credential_identifier: response[dialect.idField ?? ''] ?? 'dataset',
    credentials: credentialsIn(response, dialect.responseCredential).map((credential) => ({
      [dialect.callbackCredential]: credential,
    })),
  }),
})

const credentialsIn = ({ credentials }: JsonObject, name: string): readonly string[] =>
  (Array.isArray(credentials) ? credentials : []).flatMap((element) =>
    isObject(element) && typeof element[name] === 'string' ? [element[name]] : [],
  )
