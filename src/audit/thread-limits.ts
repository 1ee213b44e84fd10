/** The memory of a thread, in mebibytes. */
export const threadLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }
