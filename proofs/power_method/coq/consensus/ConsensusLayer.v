(* Layers with several heads at a consensus v, an eigenvector of the sum of the heads: what the heads
   attend to moves with the mean, whatever makes their weights, for these sum to 1. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves Families Directions Drawn Frechet.
From Kernel Require Import Stability SphereProducts.
Open Scope R_scope.

Section Layer.
Context {U : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head)
  (F : Head -> U -> U) (w : Head -> (Token -> U) -> Token -> Token -> R) (tau : R).
Definition pooled h (x : Token -> U) i := vtotal tokens (fun j => vscale (w h x i j) (x j)).
Definition moved (x : Token -> U) i :=
  vadd (x i) (vscale tau (vtotal heads (fun h => F h (pooled h x i)))).
Definition several_heads (x : Token -> U) : Token -> U :=
  fun i => vscale (/ vnorm (moved x i)) (moved x i).
Definition layer_matrix (z : U) := vtotal heads (fun h => F h z).
End Layer.
Definition consensus {Token} {U : inner_product_space} (v : U) : Token -> U := fun _ => v.
Definition tangent_part {U : inner_product_space} (v z : U) := vsub z (vscale (inner v z) v).
(* What a layer that is defined near p says of its kind of states. *)
Definition kind_of_layer {U : inner_product_space} {Token} (kind : (Token -> U) -> Prop)
  (m : (Token -> U) -> Token -> U) :=
  (forall x, kind x -> spheres x) /\ forall x, spheres x -> (forall i, 0 < vnorm (m x i)) -> kind x.

Lemma kind_as_said {U : inner_product_space} {Token} (m : (Token -> U) -> Token -> U) :
  kind_of_layer (fun x => ((forall i, inner (x i) (x i) = 1) /\ (forall i j, inner (x i) (x j) <= 1)) /\
    forall i, sqrt (inner (m x i) (m x i)) <> 0) m.
Proof.
  split; [intros x [[H _] _]; exact H|]. intros x Sx P. split; [split; [exact Sx|]|].
  - intros i j. apply below_one; apply Sx.
  - intro i. apply Rgt_not_eq, (P i).
Qed.
Lemma kind_ext {U : inner_product_space} {Token} (kind : (Token -> U) -> Prop) (m n : (Token -> U) -> Token -> U) :
  (forall x i, m x i = n x i) -> kind_of_layer kind m -> kind_of_layer kind n.
Proof.
  intros E [A B]. split; [exact A|]. intros x Sx P. apply B; [exact Sx|]. intro i. rewrite E. apply P.
Qed.

(* ------------------------------------------------------------------ 1. weights *)

Definition differentiable_at {S : inner_product_space} (f : S -> R) (p : S) :=
  exists J, is_fderive_on (S := S) (U := real_line) everywhere f p J.
Definition softmax_of {Token} (tokens : list Token) (score : Token -> Token -> R) i j :=
  exp (score i j) / total tokens (fun l => exp (score i l)).

Lemma fderive_continuous {S U : inner_product_space} (M : S -> Prop) (f : S -> U) p J eps :
  is_fderive_on M f p J -> 0 < eps ->
  exists d, 0 < d /\ forall x, M x -> vnorm (vsub x p) < d -> vnorm (vsub (f x) (f p)) < eps.
Proof.
  intros [LJ [[C [C0 BJ]] H]] E. destruct (H 1) as [d [D Q]]; [lra|].
  exists (Rmin d (eps / (C + 2))). split; [apply Rmin_glb_lt; [auto | apply Rdiv_lt_0_compat; lra]|].
  intros x Mx Hx. specialize (Q x Mx (Rlt_le_trans _ _ _ Hx (Rmin_l _ _))).
  assert (H2 := Rlt_le_trans _ _ _ Hx (Rmin_r _ _)). set (N := vnorm (vsub x p)) in *.
  assert (N0 : 0 <= N) by apply vnorm_nonneg. specialize (BJ (vsub x p)). fold N in BJ.
  replace (vsub (f x) (f p)) with (vadd (vsub (f x) (vadd (f p) (J (vsub x p)))) (J (vsub x p))) by
    vector_sums.
  eapply Rle_lt_trans; [apply vnorm_add|]. apply Rle_lt_trans with ((C + 2) * N); [lra|].
  apply Rlt_le_trans with ((C + 2) * (eps / (C + 2))).
  apply Rmult_lt_compat_l; lra. right. field. lra.
Qed.
Lemma softmax_total {Token} (tokens : list Token) score i : enumerates tokens ->
  total tokens (softmax_of tokens score i) = 1.
Proof.
  intro E. unfold softmax_of, Rdiv. rewrite total_scale_r. apply Rinv_r. apply Rgt_not_eq.
  apply total_positive; [auto|]. intro. apply exp_pos.
Qed.


(* Weights by scores: they are differentiable if the scores are, and equal where tokens agree. *)
Section Softmax.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (Tokens : enumerates tokens).
Let X := states U tokens (proj2 (proj2 Tokens)).
Context (score : (Token -> U) -> Token -> Token -> R) (v : U).
Hypothesis Scores : forall i j, differentiable_at (S := X) (fun x => score x i j) (consensus v).
Hypothesis Same : forall i j k l, score (consensus v) i j = score (consensus v) k l.
Let p : X := consensus v.
Lemma softmax_differentiable i j : differentiable_at (S := X) (fun x => softmax_of tokens (score x) i j) p.
Proof.
  assert (Sc : forall j, exists J, is_fderive_on (S := X) (U := real_line) everywhere
    (fun x : X => exp (score x i j)) p J).
  { intro l. destruct (Scores i l) as [J H]. eexists.
    eapply (fderive_chain (S := X) everywhere exp (fun x : X => score x i l : real_line) p _ (exp (score p
      i l))).
    - apply is_derive_exp.
    - exact H. }
  assert (De : forall W, exists J, is_fderive_on (S := X) (U := real_line) everywhere
    (fun x : X => total W (fun l => exp (score x i l))) p J).
  { induction W as [|l W [J IH]]; simpl.
    - eexists. apply (fderive_const (S := X) (U := real_line) everywhere 0).
    - destruct (Sc l) as [K HK]. eexists. eapply (fderive_add (U := real_line) everywhere _ _ p _ _ HK IH). }
  destruct (De tokens) as [JD HD]. destruct (Sc j) as [JN HN].
  eexists. unfold softmax_of, Rdiv.
  eapply (fderive_times (S := X) (U := real_line) everywhere
    (fun x : X => exp (score x i j)) (fun x : X => / total tokens (fun l => exp (score x i l))) p _ _ HN).
  eapply (fderive_chain (S := X) everywhere Rinv _ p JD); [|exact HD].
  apply (derive_inv (fun t => t) _ 1); [|apply derive_id].
  apply Rgt_not_eq. apply (total_positive tokens); [exact Tokens | intro; apply exp_pos].
Qed.
Lemma softmax_at_consensus i j : softmax_of tokens (score p) i j = / size tokens.
Proof.
  unfold softmax_of, size. assert (0 < total tokens (fun _ => 1)) by (apply (size_positive tokens Tokens)).
  rewrite (total_ext tokens (fun l => exp (score p i l)) (fun l => exp (score p i j) * 1)).
  - rewrite total_scale. assert (0 < exp (score p i j)) by apply exp_pos. field. split; lra.
  - intro l. unfold p. rewrite (Same i l i j). ring.
Qed.
End Softmax.

(* ------------------------------------------------------------------ 2. the derivative *)

Section Derivative.
Context {U : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head)
  (F : Head -> U -> U) (w : Head -> (Token -> U) -> Token -> Token -> R) (tau lam : R) (v : U).
Hypothesis Tokens : enumerates tokens.
Let L : lists tokens := proj2 (proj2 Tokens).
Let X := states U tokens L.
Hypothesis LF : forall h, linear (F h).
Hypothesis BF : forall h, bounded (F h).
Hypothesis Unit : inner v v = 1.
Let V := layer_matrix heads F.
Hypothesis Eigen : V v = vscale lam v.
Let rho := 1 + tau * lam.
Hypothesis Rho : 0 < rho.
Let p : X := consensus v.
Let mean (z : X) : U := vscale (/ size tokens) (vtotal tokens z).
Definition consensus_jacobian : X -> X :=
  fun z i => vscale (/ rho) (tangent_part v (vadd (z i) (vscale tau (V (mean z))))).

Hypothesis Smooth : forall h i j, differentiable_at (S := X) (fun x => w h x i j) p.
Hypothesis Ones : forall h x i, total tokens (w h x i) = 1.
Hypothesis Equal : forall h i j, w h p i j = / size tokens.
(* What a head attends to moves with the mean: the derivative of the weights does not count. *)
Lemma fderive_pooled h i : is_fderive_on (S := X) everywhere (fun x : X => pooled tokens w h x i) p
  (fun z => mean z).
Proof.
  apply (fderive_ext (S := X) everywhere (fun x : X => vadd v (vtotal tokens (fun j =>
    vscale (w h x i j) (vadd (x j) (vscale (-1) v)))))).
  2: { intro x. unfold pooled. apply inner_ext. intro q. rewrite inner_add_l, !inner_vtotal_l.
       rewrite (total_ext tokens (fun k => inner (vscale (w h x i k) (vadd (x k) (vscale (-1) v))) q)
         (fun k => inner (vscale (w h x i k) (x k)) q
            + w h x i k * - inner v q)).
       2: { intro k. repeat (rewrite inner_scale_l || rewrite inner_add_l). ring. }
       rewrite total_add, total_scale_r, Ones. ring. }
  assert (D : forall j, is_fderive_on (S := X) everywhere (fun x : X =>
    vscale (w h x i j) (vadd (x j) (vscale (-1) v))) p
    (fun z => vscale (/ size tokens) (z j))).
  { intro j. destruct (Smooth h i j) as [J HJ].
    eapply fderive_eq.
    - eapply (fderive_times (S := X) everywhere (fun x : X => w h x i j : real_line)
        (fun x : X => vadd (x j) (vscale (-1) v)) p J (fun z => vadd (z j) vzero) HJ).
      eapply (fderive_add (S := X) everywhere (fun x : X => x j) (fun _ => vscale (-1) v) p (fun z : X => z
        j)).
      apply fderive_component. apply fderive_const.
    - intro z. rewrite Equal. unfold p, consensus. vector_sums. }
  eapply fderive_eq.
  - eapply (fderive_add (S := X) everywhere (fun _ => v) _ p (fun _ => vzero)); [apply fderive_const|].
    eapply (fderive_vtotal (S := X) everywhere tokens _ p (fun j z => vscale (/ size tokens) (z j)) D).
  - intro z. unfold mean. apply inner_ext. intro q. rewrite inner_add_l, inner_zero_l, inner_scale_l,
    !inner_vtotal_l.
    rewrite <- total_scale, Rplus_0_l. apply total_ext. intro j. apply inner_scale_l.
Qed.
Lemma fderive_moved i : is_fderive_on (S := X) everywhere (fun x : X => moved tokens heads F w tau x i) p
  (fun z => vadd (z i) (vscale tau (V (mean z)))).
Proof.
  eapply (fderive_add (S := X) everywhere (fun x : X => x i) _ p (fun z : X => z i)); [apply
    fderive_component|].
  apply fderive_scale. eapply (fderive_vtotal (S := X) everywhere heads (fun h (x : X) => F h (pooled
    tokens w h x i)) p
    (fun h z => F h (mean z))).
  intro h. eapply (fderive_apply (S := X) everywhere (F h) (fun x : X => pooled tokens w h x i)); auto.
  apply fderive_pooled.
Qed.
Lemma moved_at_consensus i : moved tokens heads F w tau p i = vscale rho v.
Proof.
  unfold moved. replace (vtotal heads (fun h => F h (pooled tokens w h p i))) with (V v).
  - rewrite Eigen. unfold p, consensus, rho. vector_sums.
  - unfold V, layer_matrix. f_equal. apply functional_extensionality. intro h. f_equal.
    unfold pooled. apply inner_ext. intro q. rewrite inner_vtotal_l.
    rewrite (total_ext tokens _ (fun j => w h p i j * inner v q)).
    rewrite total_scale_r, Ones. ring. intro j. apply inner_scale_l.
Qed.
Lemma length_at_consensus i : vnorm (moved tokens heads F w tau p i) = rho.
Proof.
  rewrite moved_at_consensus, vnorm_scale, Rabs_right by lra. unfold vnorm. rewrite Unit, sqrt_1. ring.
Qed.
Lemma consensus_fixed : several_heads tokens heads F w tau p = p.
Proof.
  apply functional_extensionality. intro i. unfold several_heads. rewrite length_at_consensus,
    moved_at_consensus.
  rewrite vscale_vscale, Rinv_l by lra. apply vscale_one.
Qed.
Theorem consensus_derivative : is_fderive_on (S := X) (U := X) everywhere
  (several_heads tokens heads F w tau) p consensus_jacobian.
Proof.
  apply (fderive_family tokens L X U everywhere (several_heads tokens heads F w tau : X -> X)). intro i.
  assert (D := fderive_moved i). eapply fderive_eq.
  - unfold several_heads, vnorm.
    eapply (fderive_times (S := X) everywhere (fun x : X => / sqrt (inner (moved tokens heads F w tau x i)
      (moved tokens heads F w tau x i)) : real_line) (fun x : X => moved tokens heads F w tau x i) p _ _).
    2: exact D.
    eapply (fderive_chain (S := X) everywhere (fun t => / sqrt t) (fun x : X => inner (moved tokens heads F
      w tau x i)
      (moved tokens heads F w tau x i) : real_line) p _ _).
    2: exact (fderive_inner (S := X) everywhere _ _ p _ _ D D).
    apply (derive_inv_sqrt (fun t => t) _ 1); [|apply derive_id].
    rewrite <- vnorm_square, length_at_consensus. nra.
  - intro z. cbv beta. fold (vnorm (moved tokens heads F w tau p i)). rewrite length_at_consensus,
    moved_at_consensus.
    unfold consensus_jacobian, tangent_part. set (u := vadd (z i) _).
    apply inner_ext. intro q. unfold vsub. simpl.
    repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_add_r || rewrite inner_scale_r).
    rewrite (inner_sym _ u v). field. lra.
Qed.
Lemma defined_near : exists d, 0 < d /\ forall x : X, vnorm (vsub x p) < d ->
  forall i, 0 < vnorm (moved tokens heads F w tau x i).
Proof.
  assert (D : is_fderive_on (S := X) (U := X) everywhere (moved tokens heads F w tau) p
    (fun z i => vadd (z i) (vscale tau (V (mean z))))).
  { apply (fderive_family tokens L X U everywhere (moved tokens heads F w tau : X -> X)). exact
    fderive_moved. }
  destruct (fderive_continuous everywhere _ p _ rho D Rho) as [d [Dp H]]. exists d. split; [auto|].
  intros x Hx i. specialize (H x Logic.I Hx).
  assert (Q := vnorm_token U tokens L (vsub (moved tokens heads F w tau x : X) (moved tokens heads F w tau
    p)) i).
  change (vnorm (vsub (moved tokens heads F w tau x i) (moved tokens heads F w tau p i)) <=
    @vnorm X (vsub (moved tokens heads F w tau x : X) (moved tokens heads F w tau p))) in Q.
  rewrite vnorm_opposite in Q.
  assert (G := vnorm_gap (moved tokens heads F w tau p i) (moved tokens heads F w tau x i)).
  rewrite length_at_consensus in G. lra.
Qed.
Lemma values_near : exists r, 0 < r /\ forall x, within p r x ->
  forall i, 0 < vnorm (moved tokens heads F w tau x i).
Proof.
  destruct defined_near as [d [D H]]. assert (N : 0 <= size tokens) by (apply total_nonneg; intro; lra).
  assert (Q : 0 < d / (size tokens + 1)) by (apply Rdiv_lt_0_compat; lra). exists (d / (size tokens + 1)).
  split; [exact Q|]. intros x Near. apply H.
  eapply Rle_lt_trans; [apply (within_norm tokens L p (d / (size tokens + 1)) (x : X)); [lra | exact Near]|].
  apply Rlt_le_trans with ((size tokens + 1) * (d / (size tokens + 1))); [|right; field; lra].
  apply Rmult_lt_compat_r; lra.
Qed.
Lemma consensus_near (kind : X -> Prop) : kind_of_layer kind (moved tokens heads F w tau) ->
  exists r, 0 < r /\ forall x : X, spheres x -> vnorm (vsub x p) < r -> kind x.
Proof.
  intros [_ Into]. destruct defined_near as [d [D H]]. exists d. split; [auto|]. intros x Sx Hx.
  apply Into; [exact Sx | exact (H x Hx)].
Qed.
Lemma consensus_kept (kind : X -> Prop) : kind_of_layer kind (moved tokens heads F w tau) ->
  kept_near (S := X) kind (several_heads tokens heads F w tau) p.
Proof.
  intros K. destruct (consensus_near kind K) as [r [R Near]]. destruct defined_near as [d [D H]].
  destruct (fderive_continuous everywhere _ p _ r consensus_derivative R) as [c [C Close]].
  exists (Rmin c d). split; [apply Rmin_glb_lt; auto|]. intros x _ Hx.
  specialize (H x (Rlt_le_trans _ _ _ Hx (Rmin_r _ _))).
  specialize (Close x Logic.I (Rlt_le_trans _ _ _ Hx (Rmin_l _ _))). rewrite consensus_fixed in Close.
  apply Near; [|exact Close]. intro i. unfold several_heads. specialize (H i).
  rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field. lra.
Qed.
Lemma consensus_rests (kind : X -> Prop) : kind_of_layer kind (moved tokens heads F w tau) ->
  total_rest kind (several_heads tokens heads F w tau) p.
Proof.
  intros K. split.
  - destruct (consensus_near kind K) as [r [R Near]]. apply Near; [intro i; exact Unit|].
    rewrite vsub_self, vnorm_zero. exact R.
  - intro i. exact (f_equal (fun x : X => x i) consensus_fixed).
Qed.
End Derivative.
