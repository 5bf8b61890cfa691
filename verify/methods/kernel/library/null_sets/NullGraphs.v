(* A bounded set of states that fewer coordinates than its dimension tell apart has no volume: the graph of
   a Lipschitz function of these coordinates, defined anywhere; and countably many such sets. Two orbits
   that stay for ever in a ball where some directions expand differ less in these than in the others. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words NullSets.
Open Scope R_scope.

Lemma cell_of b (N : nat) a : 0 < b -> (1 <= N)%nat -> Rabs a <= b ->
  exists k, (k < N)%nat /\ - b + INR k * (2 * b / INR N) <= a <= - b + (INR k + 1) * (2 * b / INR N).
Proof.
  intros Bpos N1 H. apply Rabs_le_between in H. assert (NN : 1 <= INR N) by (apply (le_INR 1); exact N1).
  set (s := 2 * b / INR N). assert (s0 : 0 < s) by (apply Rdiv_lt_0_compat; lra).
  assert (Ns : INR N * s = 2 * b) by (unfold s; field; lra).
  destruct (nfloor_ex ((a + b) / s)) as [k [K1 K2]].
  { apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; exact s0]. }
  assert (A : (a + b) / s * s = a + b) by (field; lra).
  assert (L : INR k * s <= a + b) by (rewrite <- A; apply Rmult_le_compat_r; lra).
  assert (U : a + b <= (INR k + 1) * s) by (rewrite <- A; apply Rmult_le_compat_r; lra).
  destruct (Nat.lt_ge_cases k N) as [Q|Q].
  - exists k. split; [exact Q | lra].
  - assert (E : INR N <= INR k) by (apply le_INR; exact Q).
    assert (INR N * s <= INR k * s) by (apply Rmult_le_compat_r; lra).
    exists (N - 1)%nat. split; [lia|]. rewrite minus_INR by exact N1. simpl (INR 1).
    split; [|lra]. assert ((INR N - 1) * s = 2 * b - s) by lra. lra.
Qed.
Lemma first_some v m n : 0 <= v -> sum_f_R0 (fun k => if Nat.ltb k m then v else 0) n <= INR m * v.
Proof.
  intro V. assert (E : sum_f_R0 (fun k => if Nat.ltb k m then v else 0) n = INR (Nat.min (S n) m) * v).
  { induction n as [|n IH]; [destruct m; simpl; ring|]. rewrite tech5, IH. destruct (Nat.ltb_spec (S n) m).
    - rewrite !Nat.min_l by lia. rewrite (S_INR (S n)). ring.
    - rewrite !Nat.min_r by lia. ring. }
  rewrite E. apply Rmult_le_compat_r; [exact V|]. apply le_INR. lia.
Qed.

Section Graph.
Context {S : inner_product_space} {Token : Type} (dim : nat).
Let coordinates := list ((Token -> S) -> R).
(* The k-th of N^m cubes that divide the m coordinates from -b to b. *)
Fixpoint cube (b : R) (N : nat) (c : coordinates) (k : nat) (x : Token -> S) : Prop :=
  match c with
  | nil => True
  | f :: c => (- b + INR (k mod N) * (2 * b / INR N) <= f x <= - b + (INR (k mod N) + 1) * (2 * b / INR N)) /\
      cube b N c (k / N) x
  end.
Lemma cube_small b N c : forall k x y, cube b N c k x -> cube b N c k y -> forall f, In f c ->
  Rabs (f x - f y) <= 2 * b / INR N.
Proof.
  induction c as [|g c IH]; intros k x y X Y f F; [destruct F|]. destruct X as [X X'], Y as [Y Y'].
  destruct F as [<-|F]; [apply Rabs_le; lra | exact (IH _ x y X' Y' f F)].
Qed.
Lemma cube_exists b N c x : 0 < b -> (1 <= N)%nat -> (forall f, In f c -> Rabs (f x) <= b) ->
  exists k, (k < N ^ length c)%nat /\ cube b N c k x.
Proof.
  intros B N1. induction c as [|f c IH]; intro Bnd; [exists O; simpl; auto|].
  destruct IH as [k [K C]]; [intros g G; apply Bnd; right; exact G|].
  destruct (cell_of b N (f x) B N1 (Bnd f (or_introl eq_refl))) as [a [A F]].
  exists (a + k * N)%nat. split.
  - change (N ^ length (f :: c))%nat with (N * N ^ length c)%nat. nia.
  - simpl. rewrite Nat.mod_add, Nat.div_add, Nat.mod_small, Nat.div_small by lia. split; [exact F | exact C].
Qed.
(* How many cubes a side, for a volume of eps; and the cover. *)
Definition cubes (b L eps : R) : nat := Datatypes.S (Z.to_nat (up ((L * (2 * b)) ^ dim / eps))).
Definition graph_radius (b L : R) (c : coordinates) (eps : R) (k : nat) : R :=
  if Nat.ltb k (cubes b L eps ^ length c) then L * (2 * b / INR (cubes b L eps)) else 0.
Definition graph_cover (b L : R) (c : coordinates) (A : (Token -> S) -> Prop) (eps : R) (k : nat)
  (x : Token -> S) :=
  (k < cubes b L eps ^ length c)%nat /\ A x /\ cube b (cubes b L eps) c k x.
(* The coordinates c tell states of A apart: they are bounded, and states are as close as these. *)
Definition told_apart (b L : R) (c : coordinates) (A : (Token -> S) -> Prop) :=
  (forall x f, A x -> In f c -> Rabs (f x) <= b) /\
  forall x y d, A x -> A y -> 0 <= d -> (forall f, In f c -> Rabs (f x - f y) <= d) -> within x (L * d) y.
Theorem covered_graph b L c A eps : (length c < dim)%nat -> 0 < b -> 0 <= L -> told_apart b L c A -> 0 < eps ->
  covered dim eps A (graph_radius b L c eps) (graph_cover b L c A eps).
Proof.
  intros Few Bpos L0 [Bnd Tell] He. set (K := (L * (2 * b)) ^ dim). set (N := cubes b L eps).
  assert (K0 : 0 <= K) by (apply pow_le, Rmult_le_pos; lra).
  assert (N1 : (1 <= N)%nat) by (unfold N, cubes; lia).
  assert (KN : K / eps <= INR N).
  { unfold N, cubes. fold K. rewrite S_INR. destruct (archimed (K / eps)) as [Up _].
    assert (Q : 0 <= K / eps) by (apply Rmult_le_pos; [exact K0 | left; apply Rinv_0_lt_compat; exact He]).
    assert (Z0 : (0 <= up (K / eps))%Z) by (apply le_IZR; lra).
    rewrite INR_IZR_INZ, Z2Nat.id by exact Z0. lra. }
  assert (NP : 1 <= INR N) by (apply (le_INR 1); exact N1).
  set (s := 2 * b / INR N). assert (s0 : 0 <= s) by (left; apply Rdiv_lt_0_compat; lra).
  split; [|split].
  - intro k. unfold graph_radius, graph_cover. fold N s. destruct (Nat.ltb_spec k (N ^ length c)) as [Lt|Ge].
    + split; [apply Rmult_le_pos; auto|]. intros x y [_ [X CX]] [_ [Y CY]]. apply Tell; auto.
      exact (cube_small b N c k x y CX CY).
    + split; [lra|]. intros x y [Lt _]. lia.
  - intro n. set (v := (L * s) ^ dim). assert (v0 : 0 <= v) by (apply pow_le, Rmult_le_pos; auto).
    apply Rle_trans with (sum_f_R0 (fun k => if Nat.ltb k (N ^ length c) then v else 0) n).
    { right. apply sum_eq. intros k _. unfold graph_radius. fold N s.
      destruct (Nat.ltb k (N ^ length c)); [reflexivity | apply pow_i; lia]. }
    eapply Rle_trans; [apply first_some, v0|]. rewrite pow_INR.
    assert (Nv : INR N ^ dim * v = K).
    { unfold v, K, s. rewrite <- Rpow_mult_distr. f_equal. field. lra. }
    assert (Big : INR N * INR N ^ length c <= INR N ^ dim).
    { change (INR N ^ Datatypes.S (length c) <= INR N ^ dim). apply Rle_pow; [lra | lia]. }
    assert (Big' : INR N * INR N ^ length c * v <= K) by (rewrite <- Nv; apply Rmult_le_compat_r; auto).
    assert (KE : K <= eps * INR N).
    { replace K with (eps * (K / eps)) by (field; lra). apply Rmult_le_compat_l; lra. }
    apply Rmult_le_reg_l with (INR N); lra.
  - intros x X. destruct (cube_exists b N c x Bpos N1) as [k [Lt C]]; [intros f F; apply Bnd; auto|].
    exists k. split; [exact Lt | split; [exact X | exact C]].
Qed.
Theorem null_graphs (b L : nat -> R) (c : nat -> coordinates) (A : nat -> (Token -> S) -> Prop) :
  (forall j, (length (c j) < dim)%nat /\ 0 < b j /\ 0 <= L j /\ told_apart (b j) (L j) (c j) (A j)) ->
  null dim (fun x => exists j, A j x).
Proof.
  intro H. apply (null_union dim A (fun eps j => graph_radius (b j) (L j) (c j) eps)
    (fun eps j => graph_cover (b j) (L j) (c j) (A j) eps)).
  intros j eps He. destruct (H j) as [Few [B [L0 Tell]]]. apply covered_graph; auto.
Qed.
End Graph.

