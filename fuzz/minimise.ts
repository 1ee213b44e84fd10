/** Takes pieces out of a text for as long as it shows the same. */
export function minimise(text: string, shows: (text: string) => boolean): string {
  let smallest = text
  for (let length = Math.ceil(text.length / 2); length > 0; length = length === 1 ? 0 : Math.ceil(length / 2)) {
    for (let at = 0; at < smallest.length; ) {
      const without = smallest.slice(0, at) + smallest.slice(at + length)
      if (shows(without)) smallest = without
      else at += length
    }
  }
  return smallest
}
