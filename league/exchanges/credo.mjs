// An agent of Credo without its native store: records and keys are kept in memory, by the interfaces that Credo has for that.

import { load } from './kit.mjs'

const credo = await load('@credo-ts/core')
const { NodeInMemoryKeyManagementStorage, NodeKeyManagementService, agentDependencies } = await load('@credo-ts/node')
export const { Kms, SdJwtVcRecord, X509Certificate, X509Module } = credo
const { Agent, InjectionSymbols, JsonTransformer, RecordNotFoundError, RecordDuplicateError } = credo

const isMatch = (tags, query) =>
  Object.entries(query).every(([name, wanted]) => {
    if (name === '$or') return wanted.some((each) => isMatch(tags, each))
    if (name === '$and') return wanted.every((each) => isMatch(tags, each))
    if (name === '$not') return !isMatch(tags, wanted)
    return Array.isArray(wanted) ? wanted.every((each) => tags[name]?.includes(each)) : tags[name] === wanted
  })

/** Keeps records as they were written. */
class MemoryStorage {
  supportsCursorPagination = false
  #records = new Map()

  async save(_, record) {
    if (this.#records.has(record.id)) throw new RecordDuplicateError('it is there', { recordType: record.type })
    this.#put(record)
  }
  async update(_, record) {
    this.#find(record.type, record.id)
    this.#put(record)
  }
  async delete(_, record) {
    this.#records.delete(record.id)
  }
  async deleteById(_, _type, id) {
    this.#records.delete(id)
  }
  async getById(_, type, id) {
    return this.#read(type, this.#find(type.type, id))
  }
  async getAll(context, type) {
    return this.findByQuery(context, type, {})
  }
  async findByQuery(_, type, query) {
    const all = [...this.#records.values()].filter((each) => each.type === type.type && isMatch(each.tags, query))
    return all.map((each) => this.#read(type, each))
  }

  #put(record) {
    const tags = structuredClone(record.getTags())
    this.#records.set(record.id, { type: record.type, id: record.id, text: JsonTransformer.serialize(record), tags })
  }
  #find(type, id) {
    const found = this.#records.get(id)
    if (found?.type !== type) throw new RecordNotFoundError('it is not there', { recordType: type })
    return found
  }
  #read(type, { text, tags }) {
    const record = JsonTransformer.deserialize(text, type)
    record.replaceTags(tags)
    return record
  }
}

const storageModule = {
  register: (manager) => manager.registerInstance(InjectionSymbols.StorageService, new MemoryStorage()),
}

/** Starts an agent with the modules of a role. */
export async function openAgent(modules, trustedCertificates = []) {
  const agent = new Agent({
    config: { allowInsecureHttpUrls: true, autoUpdateStorageOnStartup: true }, // what runs here has no TLS
    dependencies: agentDependencies,
    modules: {
      storage: storageModule,
      x509: new X509Module({ trustedCertificates }),
      keyManagement: new Kms.KeyManagementModule({
        backends: [new NodeKeyManagementService(new NodeInMemoryKeyManagementStorage())],
      }),
      ...modules,
    },
  })
  await agent.initialize()
  return agent
}

/** A certificate that signs for `origin`, of itself. */
export async function makeCertificate(agent, origin) {
  const { keyId, publicJwk } = await agent.kms.createKey({ type: { kty: 'EC', crv: 'P-256' } })
  const key = Kms.PublicJwk.fromPublicJwk(publicJwk)
  key.keyId = keyId
  const certificate = await agent.x509.createCertificate({
    authorityKey: key,
    issuer: { commonName: 'League', countryName: 'XX' },
    extensions: {
      subjectAlternativeName: {
        name: [
          { type: 'url', value: origin },
          { type: 'dns', value: 'localhost' },
        ],
      },
    },
  })
  certificate.publicJwk.keyId = keyId
  return certificate
}
