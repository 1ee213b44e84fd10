/** Private keys made for these tests and used nowhere else. */
export const rsaKey = {
  kty: 'RSA',
  n: 'yZnJSbxK9I18pgfkhDTXx609IaK-H3YlfNi6_vD6cKZoBS0yLiS9VLWr22UBrRIW-9asfG4E65xdWhzdBCy86d9HdZEZcJ_vnyKaS6Iit4NrCn-eyJIk2eUbHpZD_L69J7nwtQrdz_oZpkG7lcg4VqGj2HATVsY02czd3CdXoMUiE_TbJ_-vJx8IdnV_9Z9vwUtoVelD7xNb1W1EF-vSm4o4tYq5fD_fvd9zIElTlQuq-jCfD-YSmz4hBJuCKaudQR5w-AN6rZvsabkfBbGiuBuWpVMMIcDEDB5VddFGc5Sfvb9Q3pW1RRrDcm0B1qSFTjnLwyY3Lw7PgXUvf3BHLw',
  e: 'AQAB',
  d: 'JbHpny3j3gIukmTbZ5Tx29YanhVt8zgGHmfv3wdz7GhQ_tbKkTIxbItjjOw_-fpt7bzgF4wCw4NDOTw4XzV2RUyIcgUlepeNGHZB3257i1C5TQc7y0j4Nv3NqlRydem8OJdd2JwliWO8NAgKaSE814X1utyJ4SnCbA8QVL_OdLLSS5Bz5U54m8ieZ2bLDPzAiTySdLu8pNs-OG9-vtPo21-5TJISaCqtdivokSOidb9Of0TKO4fhlP-yZ2vWDREPYu_MzoFCBS4XPVo9a029-Gy8F4MdJC3Fo4-Zn7rIuaqzeI-59i2qoXIEu-EIOO1bLWYVjHMjKeU7p5H07AiiEQ',
  p: '9Zfq8ZjuPcAs_Tvm4luwGKRAtKf8AhZ8OvYqtyPRBVNXmUXup8FJnRtQGvFh4Rjj-sIKNvZ6CTCNsqeVlXvz_OzbcIdpu5DVDrwMCvMyn3XWkoIctCRJmph1JFqp4r6xDPmvVHpvV86SFyzl1DzqMfPpJ7T-4D8iHKZ1NbEgLk0',
  q: '0iSoBxqc_197i6AQIZiaHUl5mTQ2A16BQPe1YqnCpdrCAWjFPwRvL5s4K9SRDMIPyKZi9aaky6-abKB_Gql5XHmMayU5WAbBV4b0bSleWqn1XkxtG0uUSbi-Lv06rvJyPGrVD90eCJR6a-Miuz5Gdg7fI_COt47bKNTzGLmZIWs',
  dp: '2Bj-j-si5o7shz5oIBDRWD1e-hc9tZCXa0Ijv9XyG5-D2sggANggr-7Sg4KVv30pTQHj_wzNwLxKUkMHaesReyHmzJM6Q-Jitn5ckl3_0zPaxDtcil3Lrg4sNPrZtTxZibNBxTGeO0L2ZRIKgL_Ayod2RowKIMMsfs0xITdju5k',
  dq: 'J04X54xAxTs0vn7nxYDngobVqaQsXiD1CBPM53FdKOxr0RupmQnZSgw8S2Zs4vgBP8RvSgcrV7W2qo6yd2gvfO53JytFOIO68gYZ_bj5HvgfHs4osixGxis510wiB8rtNwO8akUvcudipn9LZb5WK4rIjc5Ww1qC_3YlKgC89ZU',
  qi: 'ac9WAvXLk0SUnAYv043UNE_snYHGoMCxmXhv9UkK0yWRXWcgtlCkx4EHqXV-sleSWDvU8yb9CUjYbhWKTirc3Gzjb4y9Pk2VcnR84OYjQpkIOR2SMhsch92m7Fd8fPfKgbG4MvKF4MGzc8FCGIiwpI-pOeHgnEnbtdG_Nu_VQvo',
  kid: 'test-rsa',
} as const

/** A second one, for what must not open. */
export const otherRsaKey = {
  kty: 'RSA',
  n: '0Olam2lvp-gPR-biYeUIsFV6aRkOM6Z2hAApay5cd9-li80unznBzyvd2zs7V1cXQwLwVkBuVr2_ySX3Bqc4bJ6FeRF1OKSDr0G-MP-9zJKv7aaJ0WigineuAZW5uJXJsbmmzwwyVjV1GRFQAyiE3wecp22-lFF7UphzcbJxceLadvgK-yGZ4WqjWz_UTXhVBJSgzoIlozH-UhkDHbxD1CJ51qvG3E-8O3AwYUxYMk-gtVJXXlvNmB_Zn-jpRXY5LMwdQbcC0gCi7Mm11MaRliZ3I6Hg2J9yza3a4n-zECzvI0Ci5_nmLSJTE1f5-rb6afM-N5Xum-azenNa7v009w',
  e: 'AQAB',
  d: 'XxrMp9GBBjRLuJTwXFaS9QuE1ZGVeIgAjikwsd2CNQQ4bgNzhQMbKwAyWJqHckRwj44n8WwVjyGEzMKeyYWY10H3S11aOvYSCNfqCI50Tkw9EPhu50k1RLQlIA2UZeay0ljNCpbn130wmL_b6AQrMQlbFJGOYCET_k7ux0TQBmLHYEzGqsThyoLABIpo-ZpxlKF8TQ2aOiOBSJPAk1d3ljrZq-MpivZadnhsX5eDQt5srgx9-n3d-U9rZM7SI_rCV29_WZBF8j8VufQf0_hqXOBy8wigp3-U9T44wvp76cvGZpC-5EanNnJWP0JHQhmd0vvNoz-hObD5tioLuuYr6Q',
  p: '_Of6-_xjJUfzTQ3myA_8dezeeqmLo4GF2Dh8ZovEArJfznHUtlphcdykj-dcexJDMPDD9yzGkg1JkrU_CtMxFC5CNRQopX6qjOuceQlth1QWLlvmxhItbRQ0V8-uki6GvtasH_SIhtOLiS0KX4bWXfJp_S3ed_KVisgHuv5TAKM',
  q: '03eYwKRB8n1VpTteM0Xa2QRYPorzrtRoOMVDz3gU-Vu-bnumCBsr3Ff99ilMVCsK_Yf8GD8BE8UjaO-9yxlXpmMPmhpsvd6A6V5NbMab-VFN4qjCQT2Xsg6rTgS1Wq1uRrnIgW6YL8Lx0ELh6_-sIiNHUOLADG6Fg44RGeMS-50',
  dp: 'Vcr8QW8k0wjNaF5G46dIpVhtQH8zd4wAs5C14rOXErMf_RBwcEvIsq9-w7JglP9k-70xPTBbTEBlrPb_I9Tw2T-4BfmIsFt_z749nnGsTjQgMinK53ZTIqWv-_nf5ocR_rskONLjXZl1xFsbIbzEC6qoedKNnXMVd7bTqION9LE',
  dq: 'Uax_cuf-EIoX6hlj6KmyPN9Qtdc1BvFCz6pg5mCauTSV-FYJalgUOKZDkC-jK170f7dlxnePEvOxGXZ-91JyZ_EatYo_NZYadAfYH4sV8tVUH5bOcCQ50quXvipTYRJa5TYcGuF8JfZFLwql92BoO0ck5DivtB17s7PLJxRs4IE',
  qi: 'Xrd_yEBGcZC3DGLQldohlD_bZofSkf2ku82QV3WWL63Arv6X6BvusHY9h3poDtlqB61xcrcFwtw5qATlX5jX0ZhAU1ss2cVACSCyUUtx_FEA2HkAnTpRhUYCYqMN7tm0AJNROS-sveDhAs1wzhiYolLekgvuRDyzCxHYbDQRvGI',
  kid: 'test-rsa-other',
} as const

/** On P-256. */
export const ecKey = {
  kty: 'EC',
  x: 'S1TNfdmlVNn4W2iNue760gLxjlCZgqNbBUpmyXPubug',
  y: '1CDJxT44VC_v0IbbYyf81SP-P0l_Vw2nciQAWW6b7co',
  crv: 'P-256',
  d: 'cCKKzNz9wnhGqIEEjp7jiA_LoP7rwaDg_Flg39R1ZrI',
  kid: 'test-ec',
} as const

/** A second one on P-256. */
export const otherEcKey = {
  kty: 'EC',
  x: 'raHfF9X2M1JNmIzeBBnVb1or_sBMb7GLTO5ch9VTZXE',
  y: 'ybv6OC7g2Wp0AMu7tiUAv7BnznTX0DM4_ePrrgXso5k',
  crv: 'P-256',
  d: 'jOyFnBHmcuKAIr-YUxnJ7NrbcyaffSd8QEupwiELHos',
  kid: 'test-ec-other',
} as const
