const SYMBOLS: Readonly<Record<string, string>> = {
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  epsilon: 'ε',
  varepsilon: 'ε',
  zeta: 'ζ',
  eta: 'η',
  theta: 'θ',
  kappa: 'κ',
  lambda: 'λ',
  mu: 'μ',
  nu: 'ν',
  xi: 'ξ',
  pi: 'π',
  rho: 'ρ',
  sigma: 'σ',
  tau: 'τ',
  phi: 'φ',
  varphi: 'φ',
  chi: 'χ',
  psi: 'ψ',
  omega: 'ω',
  Gamma: 'Γ',
  Delta: 'Δ',
  Theta: 'Θ',
  Lambda: 'Λ',
  Xi: 'Ξ',
  Pi: 'Π',
  Sigma: 'Σ',
  Phi: 'Φ',
  Psi: 'Ψ',
  Omega: 'Ω',
  times: '×',
  cdot: '·',
  pm: '±',
  leq: '≤',
  le: '≤',
  geq: '≥',
  ge: '≥',
  neq: '≠',
  ne: '≠',
  approx: '≈',
  sim: '~',
  equiv: '≡',
  ll: '≪',
  gg: '≫',
  in: '∈',
  notin: '∉',
  subset: '⊂',
  subseteq: '⊆',
  cup: '∪',
  cap: '∩',
  infty: '∞',
  to: '→',
  rightarrow: '→',
  leftarrow: '←',
  Rightarrow: '⇒',
  mapsto: '↦',
  forall: '∀',
  exists: '∃',
  ldots: '…',
  dots: '…',
  cdots: '…',
  sum: '∑',
  prod: '∏',
  int: '∫',
  partial: '∂',
  nabla: '∇',
  ell: 'ℓ',
  circ: '°',
  log: 'log',
  ln: 'ln',
  exp: 'exp',
  max: 'max',
  min: 'min',
  arg: 'arg',
  lim: 'lim',
  sup: 'sup',
  inf: 'inf',
  det: 'det',
  Pr: 'Pr',
  percent: '%',
  lvert: '|',
  rvert: '|',
  mid: '|',
  vert: '|',
  langle: '⟨',
  rangle: '⟩',
  lfloor: '⌊',
  rfloor: '⌋',
  lceil: '⌈',
  rceil: '⌉',
  star: '*',
  ast: '*',
  dagger: '†',
  checkmark: '✓',
  uparrow: '↑',
  downarrow: '↓',
  prime: '′',
  quad: ' ',
  qquad: ' ',
  displaystyle: '',
  textstyle: '',
  left: '',
  right: '',
  big: '',
  Big: '',
  limits: '',
};
const WRAPPERS =
  /\\(?:mathrm|mathbf|mathit|mathsf|mathtt|mathcal|mathbb|mathfrak|mathscr|boldsymbol|bm|text|textrm|textbf|textit|texttt|textsc|operatorname\*?|hbox|mbox)\s*\{([^{}]*)\}/g;

/**
 * TeX as a reader would type it (`\mathrm{softmax}(QK^{T})` → `softmax(QK^T)`, `\leq` → `≤`) when that is possible without
 * loss; otherwise the TeX itself between dollar signs.
 */
export function readableTex(tex: string): string {
  let text = tex.replace(/%\n/g, '').replace(/\s+/g, ' ').trim();
  if (text === '' || text.length > 4000) return text === '' ? '' : `$${text}$`;
  const original = text;
  for (let i = 0; i < 4; i++) text = text.replace(WRAPPERS, '$1');
  text = text
    .replace(/~/g, ' ')
    .replace(/\\[,;:! ]/g, ' ')
    .replace(/\\([%$&#_])/g, '$1')
    .replace(/\\([A-Za-z]+)\s?/g, (whole, name: string) => SYMBOLS[name] ?? whole)
    .replace(/([\^_])\{([^{}\s]{1,12})\}/g, (_, mark: string, inner: string) =>
      inner.length === 1 || /^-?[\p{L}\p{N}.]+$/u.test(inner) ? mark + inner : `${mark}(${inner})`,
    )
    .replace(/\{([^{}]*)\}/g, '$1')
    .replace(/\^°/g, '°')
    .replace(/\s+/g, ' ')
    .trim();
  return /[\\{}]/.test(text) ? `$${original}$` : text;
}
