/** Media types that standards have, as a pattern. */
export const mediaType =
  '(?:application/(?:json|jwt|problem\\+json|jwk-set\\+json|jose|x-www-form-urlencoded|octet-stream|xml|pdf|(?:vc|dc)\\+sd-jwt|sd-jwt|statuslist\\+jwt)|text/(?:plain|html|xml|css)|multipart/form-data|\\*/\\*|application/\\*|text/\\*)'
export const charset = '(?:; ?charset="?(?:utf-8|us-ascii|iso-8859-1)"?)?'
export const media = new RegExp(`^${mediaType}${charset}$`, 'i')

/** Whether a text is a media type that a standard has. */
export const isMediaType = (text: string): boolean => media.test(text)
