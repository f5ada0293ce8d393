import { tokens } from '../../text/tokenise.ts';
import type { Reading } from '../inputs.ts';

export interface LexiconReading extends Reading {
  /** Words that settle the term for this reading, stemmed when they are compared. */
  readonly cues: readonly string[];
}

/** A term with two or three readings that somebody who researches computing may mean. */
export interface AmbiguousTerm {
  /** Spellings, as sequences of tokens. */
  readonly forms: readonly (readonly string[])[];
  readonly readings: readonly LexiconReading[];
}

/**
 * One term a block: its spellings, then one line a reading, `label | gloss | cues`. A label can stand in the topic's place:
 * "the Rust programming language". Cues are few and telling; a topic with any of them is not asked about.
 */
const LEXICON = `
transformer, transformers
Transformer neural networks | the attention architecture behind language models | attention neural language bert gpt vision encoder decoder token tokens nlp translation pretraining pretrained training llm deep learning model positional sequence sequences sparse inference fine-tuning scaling vit optimization efficient efficiency
the Hugging Face Transformers library | the Python package and its ecosystem | huggingface hugging face library package pipeline python api
electrical power transformers | devices of the power grid and their diagnosis | power grid voltage electrical fault winding oil substation transformerless

actor model, actor models, actors
the actor model of concurrency | isolated processes that exchange messages, as in Erlang and Akka | erlang akka elixir orleans concurrency concurrent message messages mailbox supervision otp distributed csp threads asynchronous scala programming
actor–critic reinforcement learning | policies trained beside a value estimate | critic policy reinforcement reward gradient ppo a3c learning
digital actors in film and games | virtual performers, capture and animation | film cinema movie animation capture game performance virtual face

rust
the Rust programming language | memory safety by ownership and borrowing | @sw borrow borrowing checker ownership lifetimes unsafe cargo tokio async compiler memory safety safe language languages programming c++ traits macros crate kernel embedded ffi llvm concurrency code web error types typing wasm verification zig
the game Rust | the multiplayer survival game | game player players multiplayer survival facepunch server cheat
rust and corrosion | its detection and modelling | corrosion corroded metal steel iron bridge detection image

go, golang
the Go programming language | Google's language with goroutines and channels | @sw goroutine goroutines channels golang language languages programming generics compiler concurrency garbage gc runtime modules race rust java code microservices interfaces error
the game of Go | play by search and learning | alphago game board player play katago mcts tree chess baduk tsumego

swift
the Swift programming language | Apple's language | @sw ios apple swiftui objective concurrency xcode language languages programming compiler macos optionals actors protocol arc kotlin types code
OpenStack Swift object storage | the distributed object store | openstack object storage ring replication s3 cluster
the SWIFT payment network | messages between banks | bank banks payment payments financial iso messaging fraud

julia
the Julia programming language | technical computing with multiple dispatch | @sw dispatch language languages programming numerical scientific compiler package matlab python multiple performance gpu computing code hpc
Julia sets | fractals of complex iteration | fractal fractals mandelbrot complex set sets iteration

spark
Apache Spark | the cluster computing engine | @sw apache hadoop rdd dataframe dataframes cluster sql streaming flink mapreduce shuffle pyspark databricks data partition executor big analytics
the SPARK language | provable programs in a subset of Ada | ada proof contracts verification gnat provable

kafka
Apache Kafka | the distributed log for event streams | @sw apache broker brokers streaming stream streams topic partition consumer producer event messaging log pulsar rabbitmq queue exactly-once connect flink redpanda
the writings of Franz Kafka | corpora and stylometry | franz novel literature literary stylometry author

raft
the Raft consensus algorithm | replicated logs under a leader | @sw consensus leader election log replication paxos etcd replicated distributed protocol membership quorum state machine fault linearizable
RAFT optical flow | recurrent all-pairs field transforms for motion | optical flow stereo video motion
retrieval-augmented fine-tuning (RAFT) | adapting language models to documents | fine-tuning retrieval retrieval-augmented rag llm reward ranked

paxos
the Paxos family of consensus protocols | agreement among unreliable processes | @sw consensus raft multi-paxos leader quorum replication distributed protocol epaxos acceptor proposer spanner replicated state fault
Paxos, the company | stablecoins and settlement | stablecoin crypto settlement company

agent, agents
language-model agents | models that plan and call tools | llm llms language tool tools gpt planning prompt agentic autonomous memory coding web benchmark rag reasoning
multi-agent systems | autonomous agents that coordinate or compete | multi-agent multiagent negotiation coordination swarm game robots simulation agent-based auctions mechanism communication cooperative
reinforcement learning agents | policies that act in an environment | reinforcement reward policy environment atari exploration

kernel, kernels
operating system kernels | the privileged core of a system | linux operating os driver drivers scheduler syscall memory ebpf microkernel unikernel bypass module fuzzing kernel-bypass monolithic scheduling security rust isolation
kernel methods in machine learning | learning with similarity functions | svm rbf hilbert ridge gaussian learning regression machine support reproducing embedding methods trick neural tangent density
GPU compute kernels | the functions that run on accelerators | gpu cuda triton fusion opencl warp matmul attention autotuning hip tensor

container, containers
Linux containers | isolated processes from images | @sw docker kubernetes oci image images runtime orchestration isolation namespaces cgroups podman microservices linux security virtual serverless scheduling cloud deployment registry
container data structures | lists, maps and sets of a library | stl vector map data structure structures collection iterator c++ generic
shipping containers | terminals and stowage | shipping port terminal stowage vessel freight

token, tokens
tokens of language models | the units that text is cut into | llm tokenizer tokenization bpe subword language context vocabulary prediction text decoding pruning attention sampling vision
authentication tokens | credentials such as JWT and OAuth tokens | jwt oauth authentication access session bearer security csrf authorization refresh
crypto tokens | assets on a blockchain | blockchain crypto nft erc20 defi ethereum coin token-economy

python
the Python programming language | the language and its tools | @sw language programming typing type types packaging gil cpython library code performance jit pypi interpreter asyncio django data notebook testing static async numpy compiler bug concurrency
the snake | monitoring and detection of pythons | snake snakes species reptile invasive

java
the Java programming language | the language and its virtual machine | @sw jvm language programming garbage gc spring code openjdk bytecode android kotlin concurrency threads virtual code class memory library compiler testing type streams
the island of Java | data about the Indonesian island | island indonesia volcano batik javanese

attention
attention mechanisms in neural networks | weighting parts of the input | transformer neural self-attention sequence sequences linear sparse softmax head heads mechanism mechanisms efficient model deep flash long kv vision graph multi-head token tokens language image
human attention | how people attend, and interfaces that compete for it | human eye gaze user users notification interface interruption visual saliency adhd driver economy developer

flink
Apache Flink | the stream processing engine | @sw apache stream streaming checkpoint kafka spark state window watermark exactly-once processing dataflow
Flink, the delivery company | grocery logistics | grocery delivery logistics

storm
Apache Storm | the stream processing system | @sw apache stream streaming topology bolt spout kafka flink heron trident
broadcast storms in networks | floods of frames or messages | broadcast flooding spanning manet vanet switch
storms in the weather | prediction and modelling | weather hurricane rain climate surge forecast precipitation

bloom
Bloom filters | compact approximate sets | filter filters hash hashing false positive membership sketch
the BLOOM language model | an open multilingual model | bigscience llm multilingual language model
the Bloom language | order-independent distributed programs, the CALM theorem | calm monotonic distributed logic coordination hellerstein

cell, cells
cellular networks | radio cells and base stations | 5g lte base station radio mobile handover network
the Cell processor | the architecture with synergistic elements | processor broadband spe playstation simd
cells in biology | imaging and single-cell computation | biology biological segmentation microscopy rna single-cell gene tissue

lambda
the lambda calculus | functions as the foundation of languages | calculus typed church reduction abstraction beta untyped combinator
AWS Lambda | functions as a service | aws serverless faas cloud cold function functions-as-a-service start amazon
the lambda architecture | batch and stream layers side by side | architecture kappa batch streaming stream layer

consensus
distributed consensus | agreement among processes that fail | raft paxos byzantine distributed replication protocol leader blockchain fault quorum bft pbft replicated asynchronous algorithms protocols algorithm
consensus in the blockchain sense | proof of work, proof of stake | blockchain stake work bitcoin ethereum proof nakamoto
consensus among annotators or models | aggregation of votes | annotator crowd crowdsourcing labels clustering voting ransac sequence

shard, sharding
sharding of databases | partitioning data over machines | database databases partition data key rebalancing mongodb query distributed sql resharding storage
sharding of blockchains | partitioning validation and state | blockchain ethereum cross-shard transaction consensus validators
sharding of neural network training | partitioning parameters and tensors | training parameter tensor fsdp zero model llm gpu

diffusion
diffusion models | generation by denoising | model models generative image denoising score sampling text-to-image stable latent video guidance synthesis generation probabilistic
information diffusion in networks | how news and behaviour spread | social influence information network networks cascade rumor epidemic
diffusion in cryptography | spreading of bits in ciphers | cipher confusion block mds avalanche

embedding, embeddings
vector embeddings | learned representations of words, text or items | word text vector vectors sentence model retrieval semantic learned representation search language contrastive knowledge neural similarity multilingual llm
graph embeddings in mathematics | drawing graphs on surfaces, metric embeddings | planar metric surface genus distortion drawing lattice hypercube dilation
embedding languages in a host language | embedded domain-specific languages | dsl host language haskell shallow deep domain-specific

hallucination, hallucinations
hallucination of language models | fluent statements that are false | llm language model models generation factuality rag summarization detection gpt text faithfulness vision-language
face hallucination | super-resolution of faces | face super-resolution resolution image
hallucinations as a medical symptom | detection and simulation | medical patient psychosis auditory clinical

pipeline, pipelines
processor pipelines | stages of instruction execution | processor instruction cpu hazard stall branch superscalar risc cycle hardware
data pipelines | moving and transforming data | data etl airflow ingestion warehouse machine learning ml quality batch workflow
CI/CD pipelines | building, testing and deploying | ci cd continuous deployment build jenkins github delivery devops integration

branch, branches
branch prediction | guessing the direction of jumps | prediction predictor processor speculative cpu pipeline misprediction
branches in version control | parallel lines of development | git merge version control trunk feature workflow
branch and bound | exact search | bound integer optimization cut

thread, threads
threads of execution | concurrency within a process | concurrency scheduling multithreading lock locks java pool green process safe synchronization memory parallel virtual race cpu
discussion threads | conversations in forums and mail | forum discussion email reddit conversation reply stack
the Thread network protocol | mesh networking for the home | matter iot mesh zigbee ieee border

port, ports
network ports | endpoints of transport connections | scanning tcp scan firewall network knocking
porting software | moving programs to other platforms | porting migration platform legacy
maritime ports | logistics and scheduling | ship container terminal maritime logistics vessel

stream, streams
stream processing | queries over unbounded data | processing data event kafka flink window real-time apache dataflow
media streaming | delivery of video and audio | video audio adaptive bitrate http live quality
streams in programming languages | lazy sequences | java lazy fusion haskell functional reactive

cache, caches
CPU caches | the memory hierarchy of processors | cpu processor coherence memory hierarchy line l1 prefetch side-channel locality hardware numa
web and content caches | proxies and delivery networks | web cdn http proxy content edge invalidation memcached redis eviction database application
key-value caches of language models | stored attention state | llm kv attention transformer inference decoding

react
the React library | user interfaces in JavaScript | @sw javascript hooks jsx component components frontend web virtual dom vue angular native state ui rendering server next.js svelte
ReAct prompting | language models that reason and act | prompting llm reasoning acting agent tool
reactive systems | systems that respond to events | reactive event stream

helm
Helm charts | packages for Kubernetes | @sw kubernetes chart charts k8s deployment kustomize
the HELM benchmark | holistic evaluation of language models | evaluation language benchmark llm holistic
ship steering | control of vessels | ship vessel steering marine

ray
the Ray framework | distributed Python and machine learning | @sw distributed python cluster tasks actors serving rllib framework
ray tracing | rendering by following light | tracing rendering gpu light path graphics

salt
the Salt configuration tool | remote execution and configuration | @sw saltstack configuration ansible minion infrastructure
salts in password hashing | random values beside passwords | password hash hashing pepper bcrypt

graph, graphs
graph algorithms and theory | combinatorics of vertices and edges | algorithm algorithms theory shortest path coloring planar matching tree clique cut isomorphism
graph neural networks | learning on graphs | neural gnn learning convolution node embedding message
graph databases | property graphs and their queries | database query cypher neo4j sparql rdf gremlin traversal knowledge

tree, trees
tree data structures | search trees and indexes | b-tree binary search index balanced lsm merkle data structure red-black
decision trees | learned rules and their ensembles | decision forest boosting random gradient classification learning ensemble xgboost
parse and syntax trees | structure of sentences and programs | parse syntax abstract parsing treebank ast dependency syntactic

network, networks
computer networks | protocols, routing and congestion | routing protocol congestion tcp ip internet packet software-defined sdn wireless latency 5g wan datacenter
neural networks | learned layered functions | neural deep convolutional learning training recurrent generative pruning
social and complex networks | structure of relations | social community centrality complex diffusion scale-free

ml
machine learning | models learned from data | learning machine model models training deployment production data ops pipeline
the ML family of languages | Standard ML, OCaml and their modules | ocaml standard functional module modules functor haskell type inference

scheme
the Scheme programming language | a Lisp dialect | @sw lisp racket continuation continuations macro macros language hygiene programming
cryptographic schemes | constructions with security proofs | encryption signature cryptographic secret homomorphic sharing

ruby
the Ruby programming language | objects, blocks and Rails | @sw rails language programming jit gem metaprogramming yjit gradual sorbet code
the gemstone | classification of gems | gem gemstone mineral

elm
the Elm language | typed functional web front ends | @sw functional web architecture language frontend haskell
extreme learning machines | random hidden layers | extreme learning machine hidden neural

hive
Apache Hive | SQL over a data lake | @sw apache hadoop sql warehouse metastore query
bee hives | monitoring of colonies | bee bees colony sensor

pig
Apache Pig | data flow scripts on Hadoop | @sw apache hadoop latin dataflow
pigs | livestock monitoring | livestock animal farm

beam
Apache Beam | one model for batch and stream | @sw apache dataflow stream batch pipeline flink
the BEAM virtual machine | Erlang's runtime | erlang elixir otp virtual
beam search | decoding sequences | search decoding sequence

mesh
service meshes | proxies between services | @sw service istio envoy sidecar kubernetes microservices linkerd
polygon meshes | geometry processing | geometry polygon surface triangle simplification remeshing 3d
mesh networks | nodes that relay for each other | wireless routing network bluetooth

fuzzing, fuzz
fuzz testing | finding bugs with generated inputs | testing test bug afl coverage kernel compiler vulnerability greybox libfuzzer protocol directed software security grammar
fuzzy logic | degrees of truth | fuzzy logic controller membership

mutation
mutation testing | judging tests by seeded faults | testing test mutants score faults
mutation in evolutionary algorithms | random variation | genetic evolutionary crossover operator population
GraphQL mutations | writing through an API | graphql api

smart contract, smart contracts, contract, contracts
smart contracts | programs on a blockchain | smart blockchain ethereum solidity vulnerability gas defi evm
design by contract | pre- and postconditions | design precondition eiffel runtime verification racket behavioral higher-order
contracts between services | consumer-driven contract testing | consumer api microservices pact

orm
object-relational mapping | objects over relational tables | object relational database hibernate sql django query
object-role modeling | conceptual data modelling | role conceptual fact

cap
the CAP theorem | consistency against availability | theorem consistency availability partition distributed
the SAP Cloud Application Programming model | business services | sap cloud cds

acid
ACID transactions | atomicity and isolation in databases | transaction transactions database isolation consistency durability nosql base
acids in chemistry | modelling of molecules | chemistry amino nucleic molecule

mpc
secure multi-party computation | computing on shared secrets | secure multi-party secret sharing privacy garbled
model predictive control | optimising over a receding horizon | control predictive controller robot vehicle
massively parallel computation | round complexity of cluster algorithms | parallel rounds mapreduce massively graph

dp
dynamic programming | optimal substructure | programming dynamic algorithm optimal knapsack alignment
differential privacy | noise that hides individuals | privacy differential noise epsilon sgd private

tls, ssl
transport layer security | encrypted connections | transport handshake certificate encryption https security cipher protocol 1.3 quic
self-supervised learning | labels from the data itself | self-supervised learning contrastive representation pretext

dns
the domain name system | names and resolvers on the Internet | domain resolver internet name dnssec cache poisoning
direct numerical simulation | turbulence without a model | turbulence numerical simulation flow

vm, vms
virtual machines and hypervisors | whole machines in software | hypervisor virtualization migration cloud kvm xen consolidation
language virtual machines | bytecode interpreters and runtimes | bytecode jit interpreter language runtime jvm wasm

seed, seeds
random seeds | reproducibility of experiments | random reproducibility randomness initialization
seed nodes and influence maximisation | where to start a cascade | influence social node
fuzzing seeds | initial corpora | fuzzing corpus scheduling afl

delta lake, delta
Delta Lake | transactions on a data lake | @sw lake parquet databricks lakehouse iceberg table
delta encoding | storing differences | encoding compression diff deduplication backup
delta debugging | isolating what makes a program fail | debugging minimization failing test reduction

session, sessions
session types | protocols checked by types | types type protocol linear pi-calculus multiparty
web sessions | log-ins and their security | web cookie login hijacking user authentication
session-based recommendation | predicting the next click | recommendation click sequential

hash, hashing
hash tables and hashing schemes | placing keys in tables | table tables cuckoo perfect consistent linear probing collision data map
cryptographic hash functions | digests with collision resistance | cryptographic sha collision password security merkle function preimage
learning to hash | binary codes for similarity search | similarity retrieval image nearest binary learning semantic locality-sensitive

elasticity, elastic
cloud elasticity | scaling resources with load | cloud scaling autoscaling resource provisioning load serverless
the Elastic search stack | Elasticsearch and its tools | @sw elasticsearch search index lucene kibana log

coverage
test coverage | what tests execute | test testing code fuzzing branch statement
wireless coverage | where signals reach | wireless sensor cellular network signal

process, processes
operating system processes | programs in execution | operating os scheduling fork isolation linux ipc memory
software development processes | how teams organise work | software development agile team teams scrum waterfall improvement
business processes | workflows and their mining | business mining workflow bpmn event conformance
`;

/** What `@sw` stands for: words that show that software is meant. */
const SOFTWARE =
  'internally internals internal implementation architecture production deploy deployment tuning performance scalability ' +
  'ecosystem tooling adoption library libraries framework teams team engineers developers maturity programming code ' +
  'source software developer testing work works';

/** The lexicon as data: terms in the order above. */
export const AMBIGUOUS_TERMS: readonly AmbiguousTerm[] = LEXICON.trim()
  .split(/\n\s*\n/)
  .map((block) => {
    const [forms = '', ...readings] = block.trim().split('\n');
    const names = forms.split(',').map((form) => form.trim());
    return { forms: names.map(tokens), readings: readings.map((line) => readingOf(names[0]!, line)) };
  });

function readingOf(term: string, line: string): LexiconReading {
  const [label = '', gloss = '', cues = ''] = line.split('|').map((part) => part.trim());
  const key = label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return { key: `${term.replace(/\s+/g, '-')}:${key}`, label, gloss, cues: cues.replace('@sw', SOFTWARE).split(/\s+/) };
}
