/**
 * What the page does beyond being read: two views, filters, deep links and arrow keys. It reads attributes and texts that are on the page
 * and writes no markup; without it everything is shown at once.
 */
export const script = String.raw`'use strict'
{
  const page = document.documentElement
  const one = (id) => document.getElementById(id)
  const views = [...document.querySelectorAll('[data-view]')]
  const tabs = [...document.querySelectorAll('nav a[href^="#view-"]')]
  const rows = [...document.querySelectorAll('details.req')]
  const groups = [...document.querySelectorAll('.group')]
  const keys = ['role', 'section', 'outcome', 'force']
  const texts = new WeakMap()
  const textOf = (row) => {
    if (!texts.has(row)) texts.set(row, row.textContent.toLowerCase())
    return texts.get(row)
  }
  page.classList.add('scripting')

  const see = (name) => {
    for (const view of views) view.hidden = view.dataset.view !== name
    for (const tab of tabs) {
      if (tab.getAttribute('href') === '#view-' + name) tab.setAttribute('aria-current', 'page')
      else tab.removeAttribute('aria-current')
    }
  }

  const current = () => tabs.some((tab) => tab.hasAttribute('aria-current'))

  const filter = () => {
    const words = one('find').value.toLowerCase().split(/\s+/).filter((word) => word !== '')
    let shown = 0
    for (const row of rows) {
      const fits =
        keys.every((key) => one(key).value === '' || one(key).value === row.dataset[key]) &&
        words.every((word) => textOf(row).includes(word))
      row.hidden = !fits
      if (fits) shown += 1
    }
    for (const group of groups) group.hidden = group.querySelector('details.req:not([hidden])') === null
    for (const none of document.querySelectorAll('.none')) none.hidden = shown > 0
    one('shown').value = shown + ' of ' + rows.length + (rows.length === 1 ? ' requirement' : ' requirements')
  }

  const clear = () => {
    one('find').value = ''
    for (const key of keys) one(key).value = ''
    filter()
  }

  const settings = () => {
    const asked = new URLSearchParams()
    if (one('find').value !== '') asked.set('find', one('find').value)
    for (const key of keys) if (one(key).value !== '') asked.set(key, one(key).value)
    return asked.toString()
  }

  const keep = () => {
    const asked = settings()
    history.replaceState(null, '', asked === '' ? '#view-technical' : '#?' + asked)
  }

  const restore = (asked) => {
    one('find').value = asked.get('find') ?? ''
    for (const key of keys) {
      one(key).value = asked.get(key) ?? ''
      if (one(key).selectedIndex < 0) one(key).value = ''
    }
    filter()
  }

  const nameIn = (hash) => {
    try {
      return decodeURIComponent(hash.slice(1))
    } catch {
      return hash.slice(1)
    }
  }

  const go = () => {
    if (location.hash.startsWith('#?')) {
      see('technical')
      restore(new URLSearchParams(location.hash.slice(2)))
      one('requirements').scrollIntoView()
      return
    }
    const place = one(nameIn(location.hash))
    const view = place?.closest('[data-view]')
    if (view || !current()) see(view ? view.dataset.view : 'summary')
    if (!place) return
    if (place.matches('details.req[hidden]')) clear()
    for (let each = place; each; each = each.parentElement) if (each.localName === 'details') each.open = true
    if (view !== place) {
      place.scrollIntoView()
      const focused = place.localName === 'details' ? place.querySelector('summary') : place
      if (!focused.matches('summary, a')) focused.tabIndex = -1
      focused.focus({ preventScroll: true })
    } else scrollTo(0, 0)
  }

  for (const id of ['find', ...keys]) one(id).addEventListener('input', () => { filter(); keep() })
  one('all').addEventListener('click', () => { clear(); keep(); one('find').focus() })
  addEventListener('hashchange', go)
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href^="#"]')
    if (link && link.getAttribute('href') === location.hash) go()
  })

  const squares = [...document.querySelectorAll('.map a')]
  for (const [i, each] of squares.entries()) each.tabIndex = i === 0 ? 0 : -1
  const nearest = (from, way) => {
    const { left, top } = from.getBoundingClientRect()
    let best
    let least = Infinity
    for (const each of squares) {
      const box = each.getBoundingClientRect()
      const down = (box.top - top) * way
      const far = down * 4 + Math.abs(box.left - left)
      if (down > 4 && far < least) [best, least] = [each, far]
    }
    return best
  }
  const moves = {
    ArrowRight: (from) => squares[squares.indexOf(from) + 1],
    ArrowLeft: (from) => squares[squares.indexOf(from) - 1],
    ArrowDown: (from) => nearest(from, 1),
    ArrowUp: (from) => nearest(from, -1),
    Home: () => squares[0],
    End: () => squares.at(-1),
  }
  document.querySelector('.map')?.addEventListener('keydown', (event) => {
    const from = event.target.closest?.('.map a')
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined
    const to = from && move ? move(from) : undefined
    if (!to) return
    event.preventDefault()
    from.tabIndex = -1
    to.tabIndex = 0
    to.focus()
  })

  go()
}
`
