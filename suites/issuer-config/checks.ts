import { shaped } from '../shaped.ts'
import { CFG } from './requirements.ts'

export const checks = [
  shaped(CFG.DEVICE, 'issuer-config-request'),
  shaped(CFG['DEVICE-TELLS'], 'issuer-config-request'),
  shaped(CFG.IDENTIFIER, 'issuer-config-response'),
  shaped(CFG.NONCE, 'issuer-config-response'),
]
