/** Short-lived links to objects, for who has been let in. */
export interface Links {
  /** A link to an object that exists; good for at most 15 minutes, and the browser saves what it leads to. */
  link(key: string): Promise<{ readonly url: string; readonly expires: string }>;
}
