/** Outgoing mail: whether a mail server is configured, and the word that something was queued. */
export interface OutgoingMail {
  configured: boolean;
  nudge: () => void;
}
