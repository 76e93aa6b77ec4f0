/** Exports the formats of figures and times, shared with the server's documents. */
export * from '../../shared/format.ts';
