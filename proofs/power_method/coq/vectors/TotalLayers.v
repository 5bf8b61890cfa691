(* A layer as a function of the state, with some value or other where its formula has none: proofs are about
   this, and what it says of stability is carried over to the layer where it has values. *)
From Coq Require Import Reals Lra List Lia FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words.
Open Scope R_scope.

Section Total.
Context {S : inner_product_space} {Token : Type}.
Implicit Types (kind : (Token -> S) -> Prop) (f : (Token -> S) -> Token -> S) (p : Token -> S).
Definition total_orbit kind f (x : nat -> Token -> S) :=
  kind (x 0%nat) /\ forall k i, x (Datatypes.S k) i = f (x k) i.
Definition total_rest kind f p := kind p /\ forall i, f p i = p i.
Definition total_stay_near kind f p := forall eps, 0 < eps -> exists d, 0 < d /\
  forall x, total_orbit kind f x -> within p d (x 0%nat) -> forall k, within p eps (x k).
Definition total_come_near kind f p :=
  exists d C theta, 0 < d /\ 0 <= C /\ 0 <= theta < 1 /\ forall x e, total_orbit kind f x -> e <= d ->
  within p e (x 0%nat) -> forall k, within p (C * theta ^ k * e) (x k).
Definition total_stable kind f p := total_rest kind f p /\ total_stay_near kind f p.
Definition total_unstable kind f p := total_rest kind f p /\ ~ total_stay_near kind f p.
Definition total_exponentially_stable kind f p := total_rest kind f p /\ total_come_near kind f p.

Lemma total_iterates kind f (x : Token -> S) : kind x -> total_orbit kind f (fun k => Nat.iter k f x).
Proof. intro K. split; [exact K | reflexivity]. Qed.

(* ------------------------------------------------------------------ where it has values *)

Context (kind : (Token -> S) -> Prop) (value : (Token -> S) -> Prop) (f : (Token -> S) -> Token -> S)
  (p : Token -> S).
Definition valued_step x y := value x /\ forall i, y i = f x i.
Lemma steps_iterate n x : orbit kind valued_step n x -> forall k, (k <= n)%nat -> x k = Nat.iter k f (x 0%nat).
Proof.
  intros [_ H] k. induction k as [|k IH]; intro K; [reflexivity|]. apply functional_extensionality. intro i.
  simpl. rewrite <- IH by lia. apply H. lia.
Qed.
Lemma steps_start n x : orbit kind valued_step (Datatypes.S n) x -> value (x 0%nat).
Proof. intros [_ H]. apply (H 0%nat). lia. Qed.

(* The states of a proof are those at which the layer has a value. *)
Variable both : (Token -> S) -> Prop.
Hypothesis Both : forall x, kind x -> value x -> both x.
Theorem steps_stay_near : total_stay_near both f p -> layers_stay_near kind valued_step p.
Proof.
  intros H eps E. destruct (H eps E) as [d [D St]]. exists (Rmin d eps). split; [apply Rmin_glb_lt; auto|].
  intros [|n] x O Near i.
  - eapply Rle_trans; [apply Near | apply Rmin_r].
  - assert (V := steps_start n x O). rewrite (steps_iterate _ x O _ (le_n _)).
    apply (St (fun k => Nat.iter k f (x 0%nat))).
    + apply total_iterates, Both; [apply O | exact V].
    + intro j. eapply Rle_trans; [apply Near | apply Rmin_l].
Qed.
Theorem steps_come_near : total_come_near both f p -> layers_come_near kind valued_step p.
Proof.
  intros [d [C [th [D [C0 [T H]]]]]]. exists d, (C + 1), th. split; [auto|]. split; [lra|]. split; [auto|].
  intros n x e O Small Near i. assert (E : 0 <= e) by exact (Rle_trans _ _ _ (sqrt_pos _) (Near i)).
  destruct n as [|n].
  - specialize (Near i). assert (0 <= C * e) by (apply Rmult_le_pos; auto). rewrite pow_O. lra.
  - assert (V := steps_start n x O). rewrite (steps_iterate _ x O _ (le_n _)).
    assert (Q := H (fun k => Nat.iter k f (x 0%nat)) e (total_iterates both f _ (Both _ (proj1 O) V)) Small Near (Datatypes.S n) i).
    assert (P : 0 <= th ^ Datatypes.S n * e) by (apply Rmult_le_pos; [apply pow_le; lra | exact E]).
    eapply Rle_trans; [exact Q|]. rewrite !Rmult_assoc. apply Rmult_le_compat_r; [exact P | lra].
Qed.
Hypothesis Back : forall x, both x -> kind x /\ value x.
Theorem steps_rest : total_rest both f p -> layers_rest kind valued_step p.
Proof.
  intros [B R]. destruct (Back p B) as [K V]. split; [exact K|]. split; [exact V|]. intro i. symmetry. apply R.
Qed.
Theorem steps_stable : total_stable both f p -> layers_stable kind valued_step p.
Proof. intros [R H]. split; [apply steps_rest, R | apply steps_stay_near, H]. Qed.
Theorem steps_exponentially_stable : total_exponentially_stable both f p -> layers_exponentially_stable kind valued_step p.
Proof. intros [R H]. split; [apply steps_rest, R | apply steps_come_near, H]. Qed.

(* What leaves p has values for as long as it is near: where a state is near p, or of a kind that is kept. *)
Context (r : R) (kept : (Token -> S) -> Prop).
Hypothesis R0 : 0 < r.
Hypothesis Start : forall x, kind x -> kept x.
Hypothesis Values : forall x, kept x -> within p r x -> value x.
Hypothesis Kept : forall x, kept x -> value x -> kept (f x).
Lemma steps_near eps d x : 0 < eps <= r -> (forall n y, orbit kind valued_step n y -> within p d (y 0%nat) -> within p eps (y n)) ->
  total_orbit both f x -> within p d (x 0%nat) -> forall n, orbit kind valued_step n x /\ kept (x n) /\ within p eps (x n).
Proof.
  intros E St [B O] Near. assert (K := proj1 (Back _ B)).
  induction n as [|n [[_ In] [Kn Wn]]].
  - assert (Z : orbit kind valued_step 0 x) by (split; [exact K | intros k Hk; lia]).
    split; [exact Z|]. split; [apply Start, K | apply (St 0%nat x Z Near)].
  - assert (V : value (x n)).
    { apply Values; [exact Kn|]. intro i. eapply Rle_trans; [apply Wn | apply E]. }
    assert (Z : orbit kind valued_step (Datatypes.S n) x).
    { split; [exact K|]. intros k Hk. destruct (Nat.eq_dec k n) as [->|N]; [|apply In; lia].
      split; [exact V | apply O]. }
    split; [exact Z|]. split; [|apply (St _ x Z Near)].
    replace (x (Datatypes.S n)) with (f (x n)); [apply Kept; auto|].
    apply functional_extensionality. intro i. symmetry. apply O.
Qed.
Theorem steps_leave : ~ total_stay_near both f p -> ~ layers_stay_near kind valued_step p.
Proof.
  intros H St. apply H. intros eps E. destruct (St (Rmin eps r)) as [d [D Q]]; [apply Rmin_glb_lt; auto|].
  exists d. split; [exact D|]. intros x O Near k i.
  assert (E' : 0 < Rmin eps r <= r) by (split; [apply Rmin_glb_lt; auto | apply Rmin_r]).
  eapply Rle_trans; [apply (steps_near _ d x E' Q O Near k) | apply Rmin_l].
Qed.
Theorem steps_unstable : total_unstable both f p -> layers_unstable kind valued_step p.
Proof. intros [R H]. split; [apply steps_rest, R | apply steps_leave, H]. Qed.
(* What has values for ever attracts as it does where all states have some. *)
Theorem steps_come_not_near : (forall x, kept x -> value x) -> ~ total_come_near both f p ->
  ~ layers_come_near kind valued_step p.
Proof.
  intros All H [d [C [th [D [C0 [T Q]]]]]]. apply H. exists d, C, th. split; [exact D|]. split; [exact C0|].
  split; [exact T|]. intros x e O Small W k. apply (Q k x e); [|exact Small | exact W].
  assert (K := proj1 (Back _ (proj1 O))). split; [exact K|]. intros m _. split; [|apply O].
  assert (A : kept (x m)); [|apply All, A].
  induction m as [|m Km]; [apply Start, K|]. replace (x (Datatypes.S m)) with (f (x m)); [apply Kept; auto|].
  apply functional_extensionality. intro i. symmetry. apply O.
Qed.
End Total.

(* As a claim says it: of the states of a kind, and of those among them where the layer has a value. *)
Section Said.
Context {S : inner_product_space} {Token : Type} (kind value : (Token -> S) -> Prop)
  (f : (Token -> S) -> Token -> S) (p : Token -> S).
Theorem said_exponentially_stable : total_exponentially_stable (fun x => kind x /\ value x) f p ->
  layers_exponentially_stable kind (fun x y => value x /\ forall i, y i = f x i) p.
Proof. apply (steps_exponentially_stable kind value f p (fun x => kind x /\ value x)); auto. Qed.
Theorem said_unstable : (exists r, 0 < r /\ forall x, within p r x -> value x) ->
  total_unstable (fun x => kind x /\ value x) f p ->
  layers_unstable kind (fun x y => value x /\ forall i, y i = f x i) p.
Proof.
  intros [r [R H]]. apply (steps_unstable kind value f p (fun x => kind x /\ value x) (fun x K => K) r (fun _ => True));
    auto.
Qed.
End Said.
