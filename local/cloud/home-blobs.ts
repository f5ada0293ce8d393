import { FileBlobs } from '../../shared/store/files.ts';

/** Blobs of a home: plain files that a person can open. Reading needs no lock. */
export const homeBlobs = (home: string): FileBlobs => new FileBlobs(home);
