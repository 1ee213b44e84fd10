import type { MatrixRole } from './cells.ts'
import { documentRoles } from './document.ts'
import { standardRoles } from './standards.ts'

/** Every role whose validations are left out. */
export const matrixRoles: Readonly<Record<string, MatrixRole>> = { ...documentRoles, ...standardRoles }
