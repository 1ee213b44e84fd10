import { type CallPlace, withSettingName } from './call-place.ts'

const authority = ({ nameSetting: named }: CallPlace): string =>
  withSettingName(named('tls.ca'), (ca) => `: give its authority as ${ca}`)

const selfSigned = (place: CallPlace): string => `the certificate of ${place.host} is self-signed${authority(place)}`

const unknownAuthority = (place: CallPlace): string =>
  `the certificate of ${place.host} comes from an authority that is not trusted here${authority(place)}`

const wantsCertificate = ({ host, nameSetting: named }: CallPlace): string =>
  `${host} wants a client certificate${withSettingName(named('tls.cert'), (cert) => `: give ${cert} and ${named('tls.key')}`)}`

const refusesCertificate = ({ host, nameSetting: named }: CallPlace): string =>
  `${host} does not accept the client certificate${withSettingName(named('tls.cert'), (cert) => ` of ${cert}`)}`

const noTls = ({ host }: CallPlace): string => `${host} does not speak TLS: its URL may be one of http`

const invalid = ({ host }: CallPlace): string => `the certificate of ${host} is not valid`

/** What each code says of a handshake: of their certificate (OpenSSL's names), of ours, or of the handshake itself. */
const causes = new Map<string, (place: CallPlace) => string>([
  ['CERT_HAS_EXPIRED', ({ host }) => `the certificate of ${host} has expired`],
  ['CERT_NOT_YET_VALID', ({ host }) => `the certificate of ${host} is not valid yet`],
  ['ERR_TLS_CERT_ALTNAME_INVALID', ({ host }) => `the certificate of ${host} is made out to another name`],
  ['HOSTNAME_MISMATCH', ({ host }) => `the certificate of ${host} is made out to another name`],
  ['CERT_REVOKED', ({ host }) => `the certificate of ${host} is revoked`],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', selfSigned],
  ['SELF_SIGNED_CERT_IN_CHAIN', unknownAuthority],
  ['UNABLE_TO_GET_ISSUER_CERT', unknownAuthority],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', unknownAuthority],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', unknownAuthority],
  ['CERT_UNTRUSTED', unknownAuthority],
  ['CERT_REJECTED', invalid],
  ['CERT_SIGNATURE_FAILURE', invalid],
  ['CERT_CHAIN_TOO_LONG', invalid],
  ['PATH_LENGTH_EXCEEDED', invalid],
  ['INVALID_CA', invalid],
  ['INVALID_PURPOSE', invalid],
  ['ERROR_IN_CERT_NOT_BEFORE_FIELD', invalid],
  ['ERROR_IN_CERT_NOT_AFTER_FIELD', invalid],
  ['UNABLE_TO_DECRYPT_CERT_SIGNATURE', invalid],
  ['UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY', invalid],
  ['UNSPECIFIED', invalid],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', wantsCertificate],
  ['ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED', wantsCertificate],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', refusesCertificate],
  ['ERR_SSL_TLS_ALERT_BAD_CERTIFICATE', refusesCertificate],
  ['ERR_SSL_WRONG_VERSION_NUMBER', noTls],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', noTls],
  ['UND_ERR_PRX_TLS', () => 'the certificate of the proxy is not valid'],
])

/** Codes of the handshake itself, most of which no table names. */
const handshake = /^(?:ERR_SSL_|ERR_TLS_|ERR_OSSL_|EPROTO$)/

/** What a code says of a handshake, as a sentence; nothing if it tells of something else. */
export const explainTlsError = (code: string): ((place: CallPlace) => string) | undefined =>
  causes.get(code) ?? (handshake.test(code) ? ({ host }) => `no TLS connection with ${host} (${code})` : undefined)
