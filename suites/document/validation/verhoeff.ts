/** Multiplication in the dihedral group of order 10, on which the Verhoeff algorithm is based. */
const multiply = (a: number, b: number): number => {
  const [low, high] = [a % 5, b % 5]
  if (a < 5) return b < 5 ? (low + high) % 5 : ((low + high) % 5) + 5
  return b < 5 ? ((low - high + 5) % 5) + 5 : (low - high + 5) % 5
}

const permutation = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4] as const

const permute = (digit: number, times: number): number =>
  times === 0 ? digit : permute(permutation[digit] ?? 0, times - 1)

/** Whether the last digit is the Verhoeff check digit of the others. It detects every wrong digit and every swap of neighbours. */
export const hasCheckDigit = (digits: string): boolean =>
  [...digits].reverse().reduce((sum, digit, i) => multiply(sum, permute(Number(digit), i % 8)), 0) === 0
