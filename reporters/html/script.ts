/**
 * The script of the page: it switches views, filters requirements, opens the target of a link, and moves between squares
 * with the arrow keys. It scrolls a diagram to its first failing arrow. It writes no HTML. Without it, everything is shown.
 */
export const script = String.raw`'use strict'
{
  const page = document.documentElement
  const byId = (id) => document.getElementById(id)
  const views = [...document.querySelectorAll('[data-view]')]
  const tabs = [...document.querySelectorAll('nav a[href^="#view-"]')]
  const rows = [...document.querySelectorAll('details.req')]
  const groups = [...document.querySelectorAll('.group')]
  const keys = ['role', 'section', 'outcome', 'force']
  const texts = new WeakMap()
  const readText = (row) => {
    if (!texts.has(row)) texts.set(row, row.textContent.toLowerCase())
    return texts.get(row)
  }
  page.classList.add('scripting')

  const drawings = [...document.querySelectorAll('.drawing')]
  const centered = new WeakSet()
  const center = (drawing) => {
    const failing = drawing.querySelector('.failing')
    if (!failing || drawing.offsetWidth === 0 || centered.has(drawing)) return
    centered.add(drawing)
    const [arrow, frame] = [failing, drawing].map((each) => each.getBoundingClientRect())
    const middle = arrow.width < frame.width ? (frame.width - arrow.width) / 2 : 8
    drawing.scrollLeft += arrow.left - frame.left - middle
  }
  document.addEventListener('toggle', ({ target }) => {
    for (const each of target.querySelectorAll('.drawing')) center(each)
  }, true)

  const show = (name) => {
    for (const view of views) view.hidden = view.dataset.view !== name
    for (const tab of tabs) {
      if (tab.getAttribute('href') === '#view-' + name) tab.setAttribute('aria-current', 'page')
      else tab.removeAttribute('aria-current')
    }
    for (const each of drawings) center(each)
  }

  const hasView = () => tabs.some((tab) => tab.hasAttribute('aria-current'))

  const applyFilters = () => {
    const terms = byId('find').value.toLowerCase().split(/\s+/).filter((term) => term !== '')
    let shown = 0
    for (const row of rows) {
      const fits =
        keys.every((key) => byId(key).value === '' || byId(key).value === row.dataset[key]) &&
        terms.every((term) => readText(row).includes(term))
      row.hidden = !fits
      if (fits) shown += 1
    }
    for (const group of groups) group.hidden = group.querySelector('details.req:not([hidden])') === null
    for (const none of document.querySelectorAll('.none')) none.hidden = shown > 0
    byId('shown').value = shown + ' of ' + rows.length + ' shown'
  }

  const clearFilters = () => {
    byId('find').value = ''
    for (const key of keys) byId(key).value = ''
    applyFilters()
  }

  const readFilters = () => {
    const params = new URLSearchParams()
    if (byId('find').value !== '') params.set('find', byId('find').value)
    for (const key of keys) if (byId(key).value !== '') params.set(key, byId(key).value)
    return params.toString()
  }

  const saveFilters = () => {
    const params = readFilters()
    history.replaceState(null, '', params === '' ? '#view-details' : '#?' + params)
  }

  const restoreFilters = (params) => {
    byId('find').value = params.get('find') ?? ''
    for (const key of keys) {
      byId(key).value = params.get(key) ?? ''
      if (byId(key).selectedIndex < 0) byId(key).value = ''
    }
    applyFilters()
  }

  const readName = (hash) => {
    try {
      return decodeURIComponent(hash.slice(1))
    } catch {
      return hash.slice(1)
    }
  }

  const followLink = () => {
    if (location.hash.startsWith('#?')) {
      show('details')
      restoreFilters(new URLSearchParams(location.hash.slice(2)))
      byId('requirements').scrollIntoView()
      return
    }
    const place = byId(readName(location.hash))
    const view = place?.closest('[data-view]')
    if (view || !hasView()) show(view ? view.dataset.view : 'summary')
    if (!place) return
    if (place.matches('details.req[hidden]')) clearFilters()
    for (let each = place; each; each = each.parentElement) if (each.localName === 'details') each.open = true
    if (view !== place) {
      place.scrollIntoView()
      const focused = place.localName === 'details' ? place.querySelector('summary') : place
      if (!focused.matches('summary, a')) focused.tabIndex = -1
      focused.focus({ preventScroll: true })
    } else scrollTo(0, 0)
  }

  for (const id of ['find', ...keys]) byId(id).addEventListener('input', () => { applyFilters(); saveFilters() })
  byId('all').addEventListener('click', () => { clearFilters(); saveFilters(); byId('find').focus() })
  addEventListener('hashchange', followLink)
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href^="#"]')
    if (link && link.getAttribute('href') === location.hash) followLink()
  })

  const squares = [...document.querySelectorAll('.map a')]
  for (const [i, each] of squares.entries()) each.tabIndex = i === 0 ? 0 : -1
  const findNearest = (from, direction) => {
    const { left, top } = from.getBoundingClientRect()
    let best
    let least = Infinity
    for (const each of squares) {
      const box = each.getBoundingClientRect()
      const down = (box.top - top) * direction
      const far = down * 4 + Math.abs(box.left - left)
      if (down > 4 && far < least) [best, least] = [each, far]
    }
    return best
  }
  const moves = {
    ArrowRight: (from) => squares[squares.indexOf(from) + 1],
    ArrowLeft: (from) => squares[squares.indexOf(from) - 1],
    ArrowDown: (from) => findNearest(from, 1),
    ArrowUp: (from) => findNearest(from, -1),
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

  followLink()
}
`
