export {
  type Acceptance,
  type AcceptorOptions,
  type AcceptRefusal,
  createAcceptor,
} from '../protocol/accept/accept.ts'
