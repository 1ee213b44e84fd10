import { verdict } from '../src/suite.ts'

// The requirements are in the sections' own files, so that `--shard` has something to share out.
verdict()
