/** What is known of a field's inner order: the families of its approaches and, where it works in stages, the stages. */
export interface Area {
  readonly name: string;
  /** Phrases that place a topic here. */
  readonly match: readonly string[];
  readonly families: readonly string[];
  readonly stages: readonly string[];
}

/**
 * One field a block: `name: phrases that match`, then `families:` and, for fields with an inner working, `stages:`; items
 * are divided by semicolons. They sharpen the sub-questions of well-known fields; everything else goes by the vocabulary of
 * the user's library, or by general facets.
 */
const AREAS = `
attention: attention; long context; long sequences; flashattention; long-context; self-attention
families: sparse attention (sliding windows, block-sparse and global tokens); linear and kernel-based attention (low-rank and random features); IO-aware exact attention (tiling, FlashAttention, memory hierarchy); state-space and recurrent alternatives to attention
stages: queries, keys, values and scaled scores; softmax weighting and masking; multi-head projection and position information; memory traffic and key-value caching

llm inference: llm inference; llm serving; language model serving; language model inference; transformer optimization; kv cache; inference of large language models
families: attention-level optimizations (FlashAttention, sliding windows, sparse and linear attention); key-value cache management (compression, paging, offloading); quantization and low-precision arithmetic; batching, parallelism and speculative decoding
stages: prefill and decode phases; key-value cache and memory management; batching and scheduling of requests; parallel and speculative execution

rag: retrieval-augmented generation; retrieval augmented generation; retrieval-augmented; rag
families: dense, sparse and hybrid retrieval with reranking; chunking, indexing and query rewriting; fusing retrieved passages into generation; iterative, agentic and graph-based retrieval
stages: chunking and indexing of documents; query formulation and retrieval; reranking and context assembly; grounded generation and citation

fine-tuning: fine-tuning; parameter-efficient; lora; adapters; peft; instruction tuning
families: low-rank adaptation (LoRA and its variants); adapters and prefix or prompt tuning; instruction tuning and preference optimization; quantized and memory-efficient training
stages: choice of data and base model; parameter-efficient update; optimization and memory use; merging and serving

alignment: rlhf; preference optimization; alignment of language models; reward model
families: reinforcement learning from human feedback; direct preference optimization; constitutional and AI feedback; reward modelling and its failure modes

quantization: quantization; model compression; pruning; distillation
families: post-training quantization; quantization-aware training; pruning and structured sparsity; knowledge distillation

reinforcement learning: reinforcement learning; q-learning; policy gradient; actor-critic
families: value-based methods (Q-learning, DQN); policy-gradient and actor–critic methods; model-based reinforcement learning and planning; offline and imitation learning
stages: environment interaction and exploration; value and return estimation; policy update; experience replay and stabilisation

diffusion models: diffusion model; text-to-image; denoising diffusion; score-based
families: denoising and score-based formulations; latent-space diffusion; fast samplers and distillation; guidance and conditional control
stages: forward noising process; denoising network and training objective; reverse sampling; conditioning and guidance

graph neural networks: graph neural; gnn; graph learning
families: spectral and convolutional graph networks; message-passing and attention-based graph networks; scalable sampling and training; expressiveness beyond the Weisfeiler–Leman test

federated learning: federated learning
families: aggregation under heterogeneous data; communication-efficient training; privacy and secure aggregation; personalisation and robustness to malicious clients

statistical machine translation: statistical machine translation; phrase-based translation; smt; word reordering; reordering model
families: phrase-based models and lexicalized reordering; syntax-based and hierarchical models; source-side pre-ordering with parses and learned rules; distortion limits, decoding and language models
stages: word alignment; phrase or rule extraction; reordering and scoring; decoding and tuning

neural machine translation: neural machine translation
families: encoder–decoder and attention architectures; subword and multilingual modelling; low-resource and unsupervised translation; decoding and evaluation

parsing: dependency parsing; constituency parsing; treebank; syntactic parsing
families: transition-based parsing; graph-based parsing; grammar-based and lexicalized models; semi-supervised and cross-lingual parsing

sequence labelling: part-of-speech tagging; pos tagging; named entity recognition; sequence labeling; sequence labelling; chunking
families: hidden Markov and other generative models; discriminative models (maximum entropy, conditional random fields); unsupervised and semi-supervised learning; unknown words, morphology and adaptation to domains

sentiment analysis: sentiment analysis; sentiment classification; opinion mining
families: lexicon-based and unsupervised methods; supervised document classification; phrase-level and aspect-based analysis; adaptation across domains and languages

coreference resolution: coreference resolution; coreference; anaphora resolution; pronoun resolution
families: rule-based and salience-based resolution; pairwise learning with noun phrase features; entity-level and clustering models; world knowledge and evaluation measures

word sense disambiguation: word sense disambiguation; sense disambiguation
families: knowledge-based methods with dictionaries and WordNet; supervised learning from sense-tagged corpora; unsupervised sense induction; evaluation, granularity and applications

summarization: summarization; summarisation; sentence compression
families: extractive sentence selection; abstractive generation; sentence compression and fusion; evaluation by content overlap and faithfulness

word representation: word embedding; word embeddings; distributional semantics
families: count-based distributional models; predictive embeddings (word2vec, GloVe); contextual and sense embeddings; evaluation by similarity and downstream tasks

question answering: question answering; reading comprehension
families: extractive reading comprehension; open-domain retrieval and reading; knowledge-base question answering; generative and multi-hop answering

code generation: code generation; program synthesis; coding agents; code completion; code models
families: language models of code; search-based and constraint-based program synthesis; execution feedback and repair; repository-level and agentic code generation

agents: llm agents; language-model agents; language model agents; agentic; multi-agent llm; tool use
families: planning and reasoning loops; tool use and function calling; memory and retrieval; multi-agent coordination

recommender systems: recommender; recommendation; collaborative filtering
families: collaborative filtering and matrix factorisation; sequential and session-based recommendation; graph-based and deep models; exploration, debiasing and evaluation

computer vision: object detection; image segmentation; image classification; visual recognition
families: convolutional architectures; transformer-based architectures; self-supervised and weakly supervised training; efficient and real-time models

slam: slam; visual odometry; localization and mapping
families: feature-based and direct methods; learned and neural representations; loop closure and global optimization; robustness in dynamic scenes

interpretability: interpretability; explainable; explainability; mechanistic
families: feature attribution methods; mechanistic analysis of circuits and features; concept-based and example-based explanations; evaluation with users and faithfulness tests

adversarial robustness: adversarial; robustness of neural; jailbreak; prompt injection
families: attack methods; adversarial training and certified defences; detection and filtering; evaluation and transferability

time series: time series; forecasting; anomaly detection
families: statistical and state-space models; deep sequence models and transformers; unsupervised and reconstruction-based detection; evaluation protocols and data sets

consensus: consensus; raft; paxos; leader election; state machine replication; replicated log
families: leader-based replication (Raft, Multi-Paxos); leaderless and fast-path protocols (EPaxos, generalized Paxos); Byzantine fault-tolerant protocols; reconfiguration, log compaction and verification
stages: leader election and terms; log replication and commit; safety under failures and recovery; membership change and log compaction

crdt: crdt; crdts; conflict-free replicated; local-first; collaborative editing; operational transformation
families: state-based and delta-state replicated types; operation-based replicated types and causal delivery; sequences and text (operational transformation, RGA); metadata growth, garbage collection and access control
stages: identifiers and causal order of operations; merge of concurrent updates; delivery and synchronisation; metadata and garbage collection

distributed transactions: distributed transaction; two-phase commit; saga; geo-distributed; spanner
families: two-phase commit and its optimizations; deterministic and epoch-based execution; clock-based and optimistic concurrency control; sagas and weaker isolation
stages: transaction routing and locking; prepare and commit; clock or order assignment; failure and recovery

lsm tree: lsm; lsm-tree; lsm-trees; log-structured merge; rocksdb; leveldb; key-value store; key-value stores
families: compaction policies (leveled, tiered and hybrid); key–value separation and write amplification; filters, caches and read acceleration; hardware-aware designs for flash and persistent memory
stages: write path (write-ahead log and memtable); sorted runs on disk (SSTables and levels); compaction and write amplification; read path (Bloom filters, block index and caches)

b-tree: b-tree; btree; index structure; learned index; database index; database indexing
families: B-tree variants for disk and flash; in-memory and cache-conscious indexes; learned indexes; concurrency and recovery of indexes
stages: page and node layout; search and insertion with splits; concurrency control by latching; logging and recovery

query optimization: query optimization; query optimizer; query optimisation; join order; join ordering; cardinality estimation; query planning
families: plan enumeration and dynamic programming; cardinality estimation and statistics; cost models and plan selection; adaptive and learned optimization
stages: parsing and logical rewriting; cardinality and cost estimation; join order and plan enumeration; execution and adaptive re-optimization

concurrency control: mvcc; concurrency control; isolation level; isolation levels; snapshot isolation; serializability
families: lock-based protocols; optimistic protocols and validation; multi-version protocols and snapshot isolation; deterministic and hardware-assisted protocols
stages: version storage and visibility; conflict detection and validation; commit and timestamp order; garbage collection of versions

stream processing: stream processing; flink; kafka streams; streaming systems; event stream
families: event time, windows and watermarks; state management and fault tolerance; exactly-once delivery; elastic scaling and scheduling
stages: ingestion and partitioning; event time and windows; state and checkpoints; delivery guarantees and recovery

message logs: kafka; message queue; message broker; event log; pulsar
families: partitioned replicated logs; delivery semantics and ordering; tiered storage and retention; consumer coordination
stages: producers, partitions and batching; replicated log storage; consumer groups and offsets; delivery guarantees and recovery

event sourcing: event sourcing; cqrs; event-driven
families: event stores and snapshots; separation of reads and writes; schema evolution of events; consistency and replay

vector search: vector search; vector database; nearest neighbor; nearest neighbour; hnsw; similarity search
families: graph-based indexes (HNSW); quantization and inverted files; hybrid and filtered search; disk-based and distributed indexes
stages: index construction; graph or cell traversal; compression and distance computation; updates and filtering

entity resolution: entity resolution; record linkage; deduplication; entity matching
families: blocking and candidate generation; similarity and rule-based matching; learned and language-model matching; clustering and active learning

graph databases: graph database; knowledge graph; knowledge graphs; rdf; property graph
families: storage and indexing of graphs; query languages and processing; knowledge graph construction and completion; distributed and streaming graph processing

caching: caching; cache eviction; web cache; cdn cache
families: eviction policies; admission policies and filters; learned caching; distributed caches and consistency
stages: lookup and hashing; admission; eviction; invalidation and consistency

garbage collection: garbage collection; garbage collector; memory management in
families: generational and copying collectors; concurrent and low-pause collectors; reference counting and hybrid schemes; region-based and static memory management
stages: allocation and object layout; tracing and marking; sweeping, copying and compaction; barriers and concurrent operation

type systems: type system; type systems; type inference; typing; type checking; type theory
families: Hindley–Milner inference and polymorphism; subtyping, objects and generics; gradual and optional typing; dependent, refinement and linear types
stages: syntax-directed type rules; constraint generation and unification; generalization and instantiation; soundness and erasure

memory safety: memory safety; ownership; borrow checker; borrow checking
families: ownership and borrowing; run-time checks and sanitizers; hardware tagging and capabilities; static analysis and verification of unsafe code

compilers: compiler optimization; jit; just-in-time; register allocation; llvm; code generation in compilers
families: intermediate representations and dataflow analysis; loop and vector optimization; register allocation and instruction selection; dynamic and profile-guided compilation
stages: parsing and intermediate representation; analysis and optimization passes; instruction selection and register allocation; code emission and deoptimization

tensor compilers: tensor compiler; deep learning compiler; autotuning; polyhedral
families: graph-level optimization and operator fusion; schedule search and auto-tuning; polyhedral loop transformation; code generation for accelerators

static analysis: static analysis; abstract interpretation; pointer analysis; bug detection; linter
families: dataflow and pointer analysis; abstract interpretation; incremental and compositional analysis; learned detectors and false positives

fuzzing: fuzzing; fuzz testing; fuzzer
families: coverage-guided greybox fuzzing; grammar-based and structure-aware generation; hybrid fuzzing with symbolic execution; directed and domain-specific fuzzing
stages: seed selection and scheduling; mutation and generation; execution and coverage feedback; crash detection and triage

formal verification: formal verification; model checking; program verification; proof assistant; theorem proving
families: model checking and state exploration; deductive verification and separation logic; interactive proof assistants; automation with SMT solvers and learning

testing: software testing; unit testing; mutation testing; flaky; test generation; testing microservices
families: test generation; test selection and prioritisation; flaky tests and test quality; testing in continuous integration

sat solving: sat solver; sat solving; smt solver; satisfiability
families: conflict-driven clause learning; local search and portfolio methods; preprocessing and inprocessing; theories and proof production
stages: decision heuristics; unit propagation; conflict analysis and clause learning; restarts and clause deletion

cryptography in transit: tls; ssl; https; secure channel
families: handshake design and key schedule; certificates and authentication; attacks and formal analyses; deployment and performance
stages: negotiation and key exchange; authentication with certificates; key schedule and record protection; resumption and early data

post-quantum: post-quantum; lattice-based; quantum-resistant
families: lattice-based schemes; code-based and multivariate schemes; hash-based signatures; migration and hybrid deployment

side channels: side-channel; side channel; spectre; speculative execution; rowhammer; meltdown
families: cache and timing attacks; speculative execution attacks; hardware mitigations; software and compiler mitigations

zero knowledge: zero-knowledge; zero knowledge; zk-snark; snark; rollup
families: pairing-based succinct arguments; transparent and hash-based arguments; proof systems for general programs; recursion, aggregation and hardware acceleration

privacy: differential privacy; privacy-preserving; multi-party computation; homomorphic
families: central and local differential privacy; private training and accounting; secure multi-party computation; homomorphic encryption

supply chain: supply chain; sbom; dependency management
families: malicious packages and their detection; signing, provenance and reproducible builds; dependency analysis and bills of materials; adoption and governance

congestion control: congestion control; tcp; bbr; bufferbloat; datacenter network
families: loss-based control; delay-based and model-based control (BBR); active queue management and explicit notification; datacenter transports and receiver-driven control
stages: bandwidth and delay estimation; window or rate adjustment; loss detection and recovery; fairness and queue interaction

quic: quic; http/3
families: handshake and connection establishment; stream multiplexing and loss recovery; congestion control and migration; deployment and measurement
stages: handshake and encryption; streams and flow control; loss detection and congestion control; connection migration

software-defined networking: software-defined; sdn; programmable switch; p4; network verification
families: control-plane design; programmable data planes; network verification and synthesis; measurement and telemetry

serverless: serverless; functions as a service; faas
families: cold starts and isolation; scheduling and autoscaling; state and communication; cost and workload studies
stages: invocation and routing; sandbox start-up; scaling and placement; state and billing

orchestration: kubernetes; container orchestration; containers; cluster management
families: scheduling and placement; autoscaling and resource efficiency; isolation and security; operation and reliability
stages: desired state and controllers; scheduling and binding; node agents and container runtimes; networking and storage

operating systems: operating system; kernel; ebpf; virtual memory
families: kernel structure and isolation; scheduling policies; memory management; kernel extension and verification
stages: system calls and isolation; scheduling; virtual memory; drivers and interrupts

cpu scheduling: cpu scheduling; process scheduling; task scheduling; scheduler
families: proportional-share and fair scheduling; priority-based and real-time scheduling; multicore load balancing and cache affinity; latency-aware and energy-aware policies
stages: run queues and task states; selection of the next task; preemption and time slices; load balancing over cores

file systems: file system; filesystem; storage stack
families: journaling and copy-on-write designs; log-structured and flash-aware designs; crash consistency testing; distributed file systems
stages: on-disk layout; write path and journaling; crash recovery; caching and read path

gpu: gpu scheduling; gpu programming; gpu computing; gpu cluster; cuda
families: sharing and scheduling of accelerators; memory management and data movement; kernel optimization and fusion; elastic and fault-tolerant jobs

microservices: microservice; microservices; monolith; service mesh
families: decomposition and domain boundaries; communication, consistency and sagas; deployment, observability and testing; migration and organisational effects

chaos engineering: chaos engineering; fault injection; resilience testing
families: fault injection tools and platforms; experiment design and steady-state hypotheses; automation and search for faults; organisational adoption and safety

observability: observability; distributed tracing; monitoring; incident; on-call
families: tracing and sampling; metrics and alerting; log analysis and anomaly detection; root cause analysis

delivery: continuous integration; continuous delivery; ci/cd; devops; feature flag; monorepo
families: build and test acceleration; deployment strategies and feature flags; pipeline reliability and security; measurement of delivery performance

code review: code review; technical debt; refactoring; software quality
families: process and effectiveness; tool support and automation; human and social factors; measurement in industry

rendering: ray tracing; path tracing; rendering; global illumination
families: acceleration structures; sampling and variance reduction; denoising and reconstruction; hardware and real-time techniques
stages: acceleration structure construction; traversal and intersection; shading and sampling; denoising and reconstruction

neural scene representation: gaussian splatting; radiance field; nerf; view synthesis
families: implicit radiance fields; explicit Gaussian representations; dynamic scenes and editing; compression and real-time rendering
stages: scene representation; initialisation and optimization; rasterisation or ray marching; densification and compression

accessibility: accessibility; screen reader; blind; disabled
families: assistive technologies; automated accessibility testing; inclusive design with users; developers' practices

visualization: visualization; visualisation; visual analytics
families: perception and encoding; interaction techniques; evaluation with users; scalable and automated visualization

blockchain: blockchain; smart contract; smart contracts; ethereum; bitcoin
families: consensus and scalability; smart contract vulnerabilities and analysis; layer-two and cross-chain protocols; incentives and economics

quantum computing: quantum computing; quantum error correction; quantum algorithm; quantum algorithms
families: surface codes and fault tolerance; decoders and error mitigation; algorithms and their complexity; compilation and architecture for noisy devices

error-correcting codes: error-correcting; ldpc; polar code; coding theory
families: algebraic codes; LDPC and iterative decoding; polar codes; neural and learned decoders
stages: code construction; encoding; channel model; decoding

programming models for concurrency: actor model; async; coroutine; structured concurrency; communicating sequential
families: actors and message passing; asynchronous functions and coroutines; channels and communicating processes; software transactional memory
stages: task creation and scheduling; communication and synchronisation; suspension and wake-up; failure and cancellation
`;

export const KNOWN_AREAS: readonly Area[] = AREAS.trim()
  .split(/\n\s*\n/)
  .map((block) => {
    const [head = '', ...lines] = block.split('\n');
    const colon = head.indexOf(':');
    const items = (line: string | undefined) =>
      (line?.slice(line.indexOf(':') + 1) ?? '')
        .split(';')
        .map((item) => item.trim())
        .filter((item) => item !== '');
    return {
      name: head.slice(0, colon),
      match: items(head),
      families: items(lines.find((line) => line.startsWith('families:'))),
      stages: items(lines.find((line) => line.startsWith('stages:'))),
    };
  });
