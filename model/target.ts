import type { JsonObject } from '../protocol/encoding/json.ts'
import type { HeaderFields } from './wire.ts'

/** Changes to the calls of one endpoint of a target. Texts may hold placeholders, such as `{code}` and `{uid}`. */
export interface RequestShape {
  /** Header fields to add; an empty text removes one. */
  readonly headers?: HeaderFields
  /** Query parameters to add. */
  readonly query?: HeaderFields
  /** Members to add to a JSON body, of which `null` removes one; or a text that is the whole body. */
  readonly body?: JsonObject | string
  /** Where the response has a member that Assay reads: our name of it, and a JSON pointer. */
  readonly answer?: HeaderFields
}

/** Paths of PEM files. */
export interface ClientTls {
  /** Authorities that are trusted beside those of the system. */
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  readonly passphrase?: string
}

/** An implementation under test, and how it is reached. */
export interface Target {
  readonly url: string
  readonly headers?: HeaderFields
  /** Changes to its calls, by the endpoints of its suite. */
  readonly requests?: Readonly<Record<string, RequestShape>>
  readonly tls?: ClientTls
  /** The address of a proxy; without it, that of the environment. */
  readonly proxy?: string
  /** Seconds until a call times out. */
  readonly timeout?: number
  /** The highest number of calls in a second. */
  readonly rate?: number
  readonly http2?: boolean
  /** Whether a URL in a message of the target may lead to a private address. */
  readonly allowPrivate?: boolean
  /** The public key of an issuer for requests, from a ceremony: a JWK or a JWK Set. */
  readonly requestKey?: JsonObject
}

/** How a hook is called: the URL that takes its values, `command:…`, or `module:…`. */
export interface Hook {
  readonly url: string
  readonly method?: string
  readonly headers?: HeaderFields
}

/** PEM files of a certificate and its key. */
export interface ServerCertificate {
  readonly cert: string
  readonly key: string
}

/** Where reference actors listen for targets that call them. */
export interface Listening {
  readonly host: string
  readonly port: number
  readonly publicUrl?: string
  /** Whether every session has this address, and not a path below it. */
  readonly oneAddress?: boolean
  /** TLS with a certificate that is made for the run, or with the one in these files. */
  readonly tls?: true | ServerCertificate
  /** The file for the authority of the made certificate, which callers have to trust. */
  readonly writeCa?: string
}
