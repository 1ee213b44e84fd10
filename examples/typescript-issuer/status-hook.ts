import { setStatus } from './issuer.ts'

/** Changes the status of a credential when a run asks for it (`hooks` in harness.config.ts). */
export default function changeStatus({ id, status }: { id: string; status: 'active' | 'suspended' | 'revoked' }): void {
  setStatus(id, status)
}
