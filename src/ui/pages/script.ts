/**
 * The script of the console: it puts in what the server sends when something changes, and shows an explanation above the
 * page. The server makes all HTML, and escapes it. Without the script, every link and every form works all the same.
 */
export const script = `'use strict'
{
  const page = document.documentElement
  const byId = (id) => document.getElementById(id)
  const parse = (html) => document.createRange().createContextualFragment(html)
  page.classList.add('scripting')

  const keepFocus = (change) => {
    const id = document.activeElement?.id
    change()
    if (id && document.activeElement?.id !== id) byId(id)?.focus({ preventScroll: true })
  }
  const addMessage = (html) => {
    const list = byId('messages')
    list.append(parse(html))
    const others = list.querySelectorAll(':scope > .other')
    if (others.length > Number(list.dataset.most)) others[0].remove()
  }
  const put = ({ part, html }) => {
    if (part === 'message') addMessage(html)
    else keepFocus(() => byId(part)?.replaceWith(parse(html)))
  }

  const { events } = page.dataset
  if (events !== undefined) {
    const source = new EventSource(events)
    source.addEventListener('message', ({ data }) => {
      const { news, title, parts } = JSON.parse(data)
      for (const each of parts) put(each)
      if (title !== undefined) document.title = title
      if (news !== undefined && byId('news').textContent !== news) byId('news').textContent = news
      byId('lost').hidden = true
    })
    source.addEventListener('error', () => { byId('lost').hidden = false })
    addEventListener('pagehide', () => source.close())
  }

  for (const button of document.querySelectorAll('button.print')) {
    button.hidden = false
    button.addEventListener('click', () => print())
  }

  const dialog = byId('explanation')
  document.addEventListener('click', async (event) => {
    const link = event.target.closest('a.explain')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const place = dialog.querySelector('.place-for-it')
    place.textContent = 'Running the examples …'
    dialog.showModal()
    try {
      const text = await (await fetch(link.href)).text()
      place.replaceChildren(...new DOMParser().parseFromString(text, 'text/html').querySelector('main').children)
    } catch {
      place.textContent = 'The console cannot be reached.'
    }
  })
}
`
