(* The words of a theorem's conclusion, and what is known of the space it is about: read all of it.
   What a claim says is its text and these definitions, with part 1 of Prelude.v. A curve is a
   function of time t >= 0; it is differentiable on both sides at 0, which loses nothing: a solution
   on [0, oo) goes on to the left along its tangent. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude.
Open Scope R_scope.
Implicit Types S : inner_product_space.
(* ------------------------------------------------------------------ 1. the space *)
(* True in every R^n: Cauchy sequences converge, and a positive definite operator is bounded below. *)
Definition complete S := forall y : nat -> S,
  (forall eps, 0 < eps -> exists N, forall n k, (N <= n <= k)%nat -> vnorm (vsub (y k) (y n)) <= eps) ->
  exists l, forall eps, 0 < eps -> exists N, forall n, (N <= n)%nat -> vnorm (vsub (y n) l) <= eps.
(* Completeness with the limit as a function of the sequence, which choice would give; true in R^n. *)
Definition limits S := exists lim : (nat -> S) -> S, forall y : nat -> S,
  (forall eps, 0 < eps -> exists N, forall n k, (N <= n <= k)%nat -> vnorm (vsub (y k) (y n)) <= eps) ->
  forall eps, 0 < eps -> exists N, forall n, (N <= n)%nat -> vnorm (vsub (y n) (lim y)) <= eps.
Definition positive {S} (W : S -> S) :=
  adjoint W W /\ bounded_operator W /\ forall x, x <> vzero -> 0 < inner x (W x).
Definition coercive {S} (W : S -> S) := exists c, 0 < c /\ forall x, c * inner x x <= inner x (W x).
(* As an orthonormal basis expands it; and that n vectors of length 1 do, which are one. *)
Definition finite_dimensional S := exists basis : list S,
  forall x, x = vtotal basis (fun e => vscale (inner e x) e).
Definition has_dimension S (n : R) := exists basis : list S, size basis = n /\
  (forall e, In e basis -> inner e e = 1) /\ forall x, x = vtotal basis (fun e => vscale (inner e x) e).

(* ------------------------------------------------------------------ 2. limits, for functions of time *)
Definition tends (u : R -> R) (l : R) :=
  forall eps, 0 < eps -> exists T, 0 <= T /\ forall t, T <= t -> Rabs (u t - l) < eps.
Definition has_limit (u : R -> R) := exists l, tends u l.
Definition vtends {S} (y : R -> S) (p : S) := tends (fun t => vnorm (vsub (y t) p)) 0.
Definition converges {S} (y : R -> S) := exists p, vtends y p.
Definition nondecreasing (u : R -> R) := forall s t, 0 <= s <= t -> u s <= u t.
Definition limsup_at_most (u : R -> R) (l : R) :=
  forall eps, 0 < eps -> exists T, 0 <= T /\ forall t, T <= t -> u t < l + eps.
Definition uniformly_continuous {S} (y : R -> S) := forall eps, 0 < eps -> exists d, 0 < d /\
  forall s t, 0 <= s -> 0 <= t -> Rabs (t - s) < d -> vnorm (vsub (y t) (y s)) < eps.
Definition operators_uniformly_continuous {S} (A : R -> S -> S) := forall eps, 0 < eps -> exists d, 0 < d /\
  forall s t, 0 <= s -> 0 <= t -> Rabs (t - s) < d -> forall x, vnorm (vsub (A t x) (A s x)) <= eps * vnorm x.

(* ------------------------------------------------------------------ 3. limits, for layers *)
Definition layers_tend (u : nat -> R) (l : R) :=
  forall eps, 0 < eps -> exists N, forall k, (N <= k)%nat -> Rabs (u k - l) < eps.
Definition layers_vtend {S} (x : nat -> S) (p : S) := layers_tend (fun k => vnorm (vsub (x k) p)) 0.
Definition layers_have_limit (u : nat -> R) := exists l, layers_tend u l.
Definition layers_nondecrease (u : nat -> R) := forall k, u k <= u (Datatypes.S k).
Definition layers_limsup_at_most (u : nat -> R) (l : R) :=
  forall eps, 0 < eps -> exists N, forall k, (N <= k)%nat -> u k < l + eps.
Definition layers_converge {S} (x : nat -> S) := exists p, layers_vtend x p.

(* ------------------------------------------------------------------ 4. orders and graphs *)
(* up_to i j = 1 if j comes before i or is i, else 0. *)
Definition ordered {I} (up_to : I -> I -> R) := indicator up_to /\ (forall i, up_to i i = 1) /\
  (forall i j, up_to i j = 1 -> up_to j i = 1 -> i = j) /\
  (forall i j k, up_to i j = 1 -> up_to j k = 1 -> up_to i k = 1) /\
  forall i j, up_to i j = 1 \/ up_to j i = 1.
(* A walk of n edges from i to r; a root is reached from everywhere. *)
Inductive reaches {Token} (edge : Token -> Token -> Prop) (r : Token) : nat -> Token -> Prop :=
| here : reaches edge r 0 r
| stay n i : reaches edge r n i -> reaches edge r (Datatypes.S n) i
| step n i j : edge i j -> reaches edge r n j -> reaches edge r (Datatypes.S n) i.
Definition root {Token} (edge : Token -> Token -> Prop) (r : Token) := forall i, exists n, reaches edge r n i.

(* ------------------------------------------------------------------ 5. states of many tokens *)
Section States.
Context {S : inner_product_space} {Token : Type}.
Local Notation State := (Token -> S).
(* A state that y comes near again and again; and that no time is left at which all states of a kind
   are some way off. *)
Definition limit_point (y : R -> State) (z : State) :=
  forall d T, 0 < d -> exists t, T <= t /\ forall i, vnorm (vsub (y t i) (z i)) < d.
Definition tends_to_set (y : R -> State) (A : State -> Prop) := forall eps, 0 < eps -> exists T, 0 <= T /\
  forall t, T <= t -> ~ forall z, A z -> exists i, eps <= vnorm (vsub (y t i) (z i)).
(* Along every curve of states of a kind, a function of the state has a form of the state and the
   velocity for its rate; that some function has. *)
Definition is_potential (kind : State -> Prop) (form : State -> State -> R) (f : State -> R) :=
  forall y v : R -> State, (forall t, kind (y t)) -> (forall t i, is_vderive (fun s => y s i) t (v t i)) ->
  forall t, is_derive (fun s => f (y s)) t (form (y t) (v t)).
Definition has_potential (kind : State -> Prop) (form : State -> State -> R) := exists f, is_potential kind form f.
Definition within (p : State) (e : R) (x : State) := forall i, vnorm (vsub (x i) (p i)) <= e.
(* A set of states has no volume in a dimension: for every eps countably many sets cover it whose diameters,
   to that power, have a sum of at most eps. So almost every list of unit tokens is of a kind: those that
   are not have no volume in the dimension of n spheres of dimension d - 1, in a space of d dimensions. *)
Definition covered (dim : nat) (v : R) (A : State -> Prop) (r : nat -> R) (C : nat -> State -> Prop) :=
  (forall k, 0 <= r k /\ forall x y, C k x -> C k y -> within x (r k) y) /\
  (forall n, sum_f_R0 (fun k => r k ^ dim) n <= v) /\ forall x, A x -> exists k, C k x.
Definition null (dim : nat) (A : State -> Prop) := forall eps, 0 < eps -> exists r C, covered dim eps A r C.
Definition for_almost_every (tokens : list Token) (P : State -> Prop) := exists basis : list S,
  (forall e, In e basis -> inner e e = 1) /\ (forall x, x = vtotal basis (fun e => vscale (inner e x) e)) /\
  null (length tokens * (length basis - 1)) (fun x => (forall i, inner (x i) (x i) = 1) /\ ~ P x).
(* Stability of a state p at which a layer leaves tokens, among states of a kind, such as unit tokens: all
   that starts near p stays near, or comes near geometrically fast, for as long as the layer has values. A
   step is from a state at which a layer has a value to this value. *)
Context (kind : State -> Prop) (step : State -> State -> Prop).
Definition orbit (n : nat) (x : nat -> State) :=
  kind (x 0%nat) /\ forall k, (k < n)%nat -> step (x k) (x (Datatypes.S k)).
Definition layers_rest (p : State) := kind p /\ step p p.
Definition layers_stay_near (p : State) := forall eps, 0 < eps -> exists d, 0 < d /\
  forall n x, orbit n x -> within p d (x 0%nat) -> within p eps (x n).
Definition layers_come_near (p : State) := exists d C theta, 0 < d /\ 0 <= C /\ 0 <= theta < 1 /\
  forall n x e, orbit n x -> e <= d -> within p e (x 0%nat) -> within p (C * theta ^ n * e) (x n).
Definition layers_stable (p : State) := layers_rest p /\ layers_stay_near p.
Definition layers_unstable (p : State) := layers_rest p /\ ~ layers_stay_near p.
Definition layers_exponentially_stable (p : State) := layers_rest p /\ layers_come_near p.
End States.
