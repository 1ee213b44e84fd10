/** The type of a driving licence. */
export const drivingLicence = 'org.iso.18013.5.1.mDL'

export const extendedKeyUsage = '2.5.29.37'

/** The purpose of the certificates of its issuers, 1.0.18013.5.1.2 in DER. */
export const licenceIssuer = Buffer.from('060728818c5d050102', 'hex')
