import { toSlug } from '../../../model/ids.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { VciEndpoint } from '../actors/issuer-steps.ts'
import type { IssuerMutation } from '../issuer-changes.ts'

/** By what a wallet shows that it goes on, or that it does not. */
export type WalletSign =
  /** It calls one of these endpoints. */
  | readonly VciEndpoint[]
  /** It obtains the credential. */
  | 'credential'
  /** It says that it took the credential: by a notification, or by its driver. */
  | 'acceptance'

/** An issuer of which a wallet may make no use, or which it may not refuse. */
export interface WalletProbe {
  readonly id: string
  readonly row: Requirement
  readonly description: string
  readonly change: IssuerMutation
  /** The issuer that differs from it in one place, and that the wallet has to take. */
  readonly control: IssuerMutation
  /**
   * `session`: nothing is expected, and all messages are judged; `use` and `no-use` are about type metadata, and `no-plain` is
   * about calls without TLS.
   */
  readonly expects: 'refusal' | 'issuance' | 'session' | 'use' | 'no-use' | 'no-plain'
  readonly sign: WalletSign
  /** The sentence that obliges the wallet; absent where it may do as it likes. */
  readonly obligation?: string
  /** Whether the wallet has to ask for signed metadata before this can be sent. */
  readonly needsSigned?: true
  /** Whether the wallet has to obtain several credentials at once before this can be sent. */
  readonly needsBatch?: true
  /** Whether the wallet has to send `state` before this can be sent. A challenge of PKCE may stand in for it. */
  readonly needsState?: true
  /** Whether it changes SD-JWTs, or what belongs to them: no mdoc can stand in for one. */
  readonly needsSdJwt?: true
  /** An endpoint that the wallet has to call in the control before this can be sent. */
  readonly needsCall?: VciEndpoint
  /** The addresses of type metadata that the wallet fetches only if it uses others. */
  readonly next?: string
  /** Whether its driver has to say of the control whether the wallet took it: no notification can. */
  readonly needsWord?: true
  /** Whether calls without TLS have to be recognized before this can be sent. */
  readonly needsTls?: true
  /** The sentence by which an issuer may choose this. Choices are made together in one session. */
  readonly allowed?: string
}

type Options = Partial<Omit<WalletProbe, 'id' | 'row' | 'description' | 'change' | 'expects'>>

/** An issuer that has nothing unusual. */
export const keepUsual: IssuerMutation = (steps) => steps

/** Makes a probe by what is expected, and by what shows it. */
export const makeWalletProbe =
  (expects: WalletProbe['expects'], usualSign: WalletSign) =>
  (
    row: Requirement,
    description: string,
    change: IssuerMutation,
    { control = keepUsual, sign = usualSign, ...rest }: Options = {},
  ): WalletProbe => ({
    id: `${row.id}/${toSlug(description)}`,
    row,
    description,
    change,
    control,
    expects,
    sign,
    ...rest,
  })
