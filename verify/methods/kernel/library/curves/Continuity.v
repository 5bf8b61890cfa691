(* Functions of finitely many vectors that are continuous at a state, closed under all that exported
   formulas contain; limit points of trajectories, and what a continuous function does there. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded.
Open Scope R_scope.

Definition near {S : inner_product_space} {Token} (d : R) (z y : Token -> S) :=
  forall i, vnorm (vsub (y i) (z i)) < d.
Definition vcontinuous {S X : inner_product_space} {Token} (F : (Token -> S) -> X) (z : Token -> S) :=
  forall eps, 0 < eps -> exists d, 0 < d /\ forall y, near d z y -> vnorm (vsub (F y) (F z)) < eps.
Notation continuous_at u z := (vcontinuous (X := real_line) u z).

Lemma real_distance (a b : R) : @vnorm real_line (@vsub real_line a b) = Rabs (a - b).
Proof. rewrite vnorm_real. unfold vsub. simpl. f_equal. ring. Qed.

Section Rules.
Context {S : inner_product_space} {Token : Type} (z : Token -> S).
Lemma continuous_const {X : inner_product_space} (x : X) : vcontinuous (fun _ : Token -> S => x) z.
Proof.
  intros eps E. exists 1. split; [lra|]. intros y _. unfold vsub. rewrite vadd_opposite.
  unfold vnorm. rewrite inner_zero_l, sqrt_0. exact E.
Qed.
Lemma continuous_token i : vcontinuous (fun y : Token -> S => y i) z.
Proof. intros eps E. exists eps. split; [auto|]. intros y N. apply N. Qed.
Lemma both {X Y : inner_product_space} (F : (Token -> S) -> X) (G : (Token -> S) -> Y) : vcontinuous F z -> vcontinuous G z ->
  forall a b, 0 < a -> 0 < b -> exists d, 0 < d /\ forall y, near d z y ->
    vnorm (vsub (F y) (F z)) < a /\ vnorm (vsub (G y) (G z)) < b.
Proof.
  intros CF CG a b A B. destruct (CF a A) as [d [D HF]]. destruct (CG b B) as [e [E HG]].
  exists (Rmin d e). split; [apply Rmin_glb_lt; auto|]. intros y N.
  split; [apply HF | apply HG]; intro i; eapply Rlt_le_trans; [apply N | apply Rmin_l | apply N | apply Rmin_r].
Qed.
Lemma continuous_add {X : inner_product_space} (F G : (Token -> S) -> X) : vcontinuous F z -> vcontinuous G z ->
  vcontinuous (fun y => vadd (F y) (G y)) z.
Proof.
  intros CF CG eps E. destruct (both F G CF CG (eps / 2) (eps / 2)) as [d [D H]]; try lra.
  exists d. split; [auto|]. intros y N. destruct (H y N) as [A B].
  replace (vsub (vadd (F y) (G y)) (vadd (F z) (G z))) with (vadd (vsub (F y) (F z)) (vsub (G y) (G z))).
  2: { apply inner_ext. intro q. unfold vsub. rewrite ?inner_add_l, ?inner_scale_l, ?inner_add_l. ring. }
  eapply Rle_lt_trans; [apply vnorm_add | lra].
Qed.
Section Product.
Context {S1 S2 S3 : inner_product_space} (B : S1 -> S2 -> S3).
Hypothesis Bal : forall x y z, B (vadd x y) z = vadd (B x z) (B y z).
Hypothesis Bsl : forall c x z, B (vscale c x) z = vscale c (B x z).
Hypothesis Bar : forall x y z, B z (vadd x y) = vadd (B z x) (B z y).
Hypothesis Bsr : forall c x z, B z (vscale c x) = vscale c (B z x).
Hypothesis Bn : forall x y, vnorm (B x y) <= vnorm x * vnorm y.
Lemma continuous_product (F : (Token -> S) -> S1) (G : (Token -> S) -> S2) :
  vcontinuous F z -> vcontinuous G z -> vcontinuous (fun y => B (F y) (G y)) z.
Proof.
  intros CF CG eps E. set (f := vnorm (F z)). set (g := vnorm (G z)).
  assert (f0 : 0 <= f) by apply vnorm_nonneg. assert (g0 : 0 <= g) by apply vnorm_nonneg.
  set (e := Rmin 1 (eps / (2 * (f + g + 1)))).
  assert (P : 0 < eps / (2 * (f + g + 1))) by (apply Rdiv_lt_0_compat; lra).
  assert (e0 : 0 < e) by (apply Rmin_glb_lt; lra). assert (e1 : e <= 1) by apply Rmin_l.
  assert (es : e * (f + g + 1) <= eps / 2).
  { apply Rle_trans with (eps / (2 * (f + g + 1)) * (f + g + 1)).
    apply Rmult_le_compat_r; [lra | apply Rmin_r]. right. field. lra. }
  destruct (both F G CF CG e e) as [d [D H]]; auto. exists d. split; [auto|]. intros y N.
  destruct (H y N) as [HF HG].
  replace (vsub (B (F y) (G y)) (B (F z) (G z))) with
    (vadd (vadd (B (vsub (F y) (F z)) (vsub (G y) (G z))) (B (vsub (F y) (F z)) (G z)))
      (B (F z) (vsub (G y) (G z)))).
  2: { unfold vsub. rewrite !Bal, !Bar, !Bsl, !Bsr. apply inner_ext. intro q.
       repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  eapply Rle_lt_trans; [apply vnorm_add|]. eapply Rle_lt_trans.
  { apply Rplus_le_compat; [apply vnorm_add | apply Bn]. }
  assert (A1 : vnorm (B (vsub (F y) (F z)) (vsub (G y) (G z))) <= e * 1).
  { eapply Rle_trans; [apply Bn|]. apply Rmult_le_compat; try apply vnorm_nonneg; lra. }
  assert (A2 : vnorm (B (vsub (F y) (F z)) (G z)) <= e * g).
  { eapply Rle_trans; [apply Bn|]. apply Rmult_le_compat_r; [auto | lra]. }
  assert (A3 : f * vnorm (vsub (G y) (G z)) <= f * e) by (apply Rmult_le_compat_l; lra).
  fold f. lra.
Qed.
End Product.
Lemma continuous_inner {X : inner_product_space} (F G : (Token -> S) -> X) : vcontinuous F z -> vcontinuous G z ->
  continuous_at (fun y => inner (F y) (G y)) z.
Proof.
  apply (continuous_product (S3 := real_line) (fun a b : X => inner a b)); intros; simpl;
    rewrite ?inner_add_l, ?inner_add_r, ?inner_scale_l, ?inner_scale_r; auto.
  rewrite vnorm_real. apply inner_le_vnorm.
Qed.
Lemma continuous_scale {X : inner_product_space} (f : (Token -> S) -> R) (F : (Token -> S) -> X) :
  continuous_at f z -> vcontinuous F z -> vcontinuous (fun y => vscale (f y) (F y)) z.
Proof.
  apply (continuous_product (S1 := real_line) (fun (c : R) (x : X) => vscale c x)); intros;
    try (apply inner_ext; intro q; simpl; repeat (rewrite inner_add_l || rewrite inner_scale_l); ring).
  rewrite vnorm_scale, vnorm_real. right. reflexivity.
Qed.
Lemma continuous_mult (f g : (Token -> S) -> R) : continuous_at f z -> continuous_at g z ->
  continuous_at (fun y => f y * g y) z.
Proof. apply (continuous_scale (X := real_line)). Qed.
Lemma continuous_sub {X : inner_product_space} (F G : (Token -> S) -> X) : vcontinuous F z -> vcontinuous G z ->
  vcontinuous (fun y => vsub (F y) (G y)) z.
Proof.
  intros CF CG. apply (continuous_add F (fun y => vscale (-1) (G y))); [auto|].
  apply (continuous_scale (fun _ => -1)); [apply (continuous_const (X := real_line)) | auto].
Qed.
Lemma continuous_vtotal {X : inner_product_space} {I} (T : list I) (F : (Token -> S) -> I -> X) :
  (forall i, vcontinuous (fun y => F y i) z) -> vcontinuous (fun y => vtotal T (F y)) z.
Proof.
  intros H. induction T as [|i T IH]; simpl; [apply continuous_const|].
  apply (continuous_add (fun y => F y i) (fun y => vtotal T (F y))); auto.
Qed.
Lemma continuous_total {I} (T : list I) (f : (Token -> S) -> I -> R) :
  (forall i, continuous_at (fun y => f y i) z) -> continuous_at (fun y => total T (f y)) z.
Proof.
  intros H. induction T as [|i T IH]; simpl; [apply (continuous_const (X := real_line))|].
  apply (continuous_add (X := real_line) (fun y => f y i) (fun y => total T (f y))); auto.
Qed.
Lemma continuous_operator {X : inner_product_space} (A B : X -> X) (F : (Token -> S) -> X) : adjoint A B ->
  bounded_operator A -> vcontinuous F z -> vcontinuous (fun y => A (F y)) z.
Proof.
  intros HA [C [C0 HC]] CF eps E. destruct (CF (eps / (C + 1))) as [d [D H]].
  { apply Rdiv_lt_0_compat; lra. }
  exists d. split; [auto|]. intros y N. specialize (H y N).
  replace (vsub (A (F y)) (A (F z))) with (A (vsub (F y) (F z)))
    by (unfold vsub; rewrite (adjoint_add _ _ HA), (adjoint_scale _ _ HA); reflexivity).
  eapply Rle_lt_trans; [apply HC|]. assert (V := vnorm_nonneg (vsub (F y) (F z))).
  apply Rle_lt_trans with ((C + 1) * vnorm (vsub (F y) (F z))); [apply Rmult_le_compat_r; lra|].
  apply Rmult_lt_reg_l with (/ (C + 1)); [apply Rinv_0_lt_compat; lra|].
  rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra. unfold Rdiv in H. lra.
Qed.
(* A real function that is continuous at a point, after one that is continuous at the state. *)
Lemma continuous_after (h : R -> R) (f : (Token -> S) -> R) : continuous h (f z) ->
  continuous_at f z -> continuous_at (fun y => h (f y)) z.
Proof.
  intros C CF eps E.
  destruct (proj1 (filterlim_locally h (h (f z))) C (mkposreal _ E)) as [d H].
  destruct (CF d (cond_pos d)) as [e [E0 HF]]. exists e. split; [auto|]. intros y N.
  specialize (HF y N). rewrite real_distance in *. apply (H (f y)). exact HF.
Qed.
Lemma continuous_exp (f : (Token -> S) -> R) : continuous_at f z -> continuous_at (fun y => exp (f y)) z.
Proof.
  apply continuous_after. apply (@ex_derive_continuous R_AbsRing R_NormedModule exp (f z)).
  exists (exp (f z)).
  apply is_derive_Reals, derivable_pt_lim_exp.
Qed.
Lemma continuous_inv (f : (Token -> S) -> R) : f z <> 0 -> continuous_at f z ->
  continuous_at (fun y => / f y) z.
Proof.
  intro N. apply (continuous_after (fun x => / x)).
  apply (@ex_derive_continuous R_AbsRing R_NormedModule (fun x => / x) (f z)). eexists. apply (derive_inv (fun x => x)); [exact N | apply derive_id].
Qed.
(* Between equal limits: what tends to c along states that come near z is c at z. *)
Lemma at_limit_point (y : R -> Token -> S) (u : (Token -> S) -> R) c : limit_point y z ->
  continuous_at u z -> tends (fun t => u (y t)) c -> u z = c.
Proof.
  intros L C H. apply Rminus_diag_uniq. destruct (Req_dec (u z - c) 0) as [|N]; [auto|exfalso].
  assert (E : 0 < Rabs (u z - c)) by (apply Rabs_pos_lt; auto).
  destruct (C (Rabs (u z - c) / 2)) as [d [D Hu]]; [lra|].
  destruct (H (Rabs (u z - c) / 2)) as [T [T0 HT]]; [lra|].
  destruct (L d T D) as [t [Ht Hn]]. specialize (Hu _ Hn). specialize (HT t Ht). rewrite real_distance in Hu.
  assert (Q : Rabs (u z - c) <= Rabs (u (y t) - c) + Rabs (u (y t) - u z)).
  { replace (u z - c) with ((u (y t) - c) + - (u (y t) - u z)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
  lra.
Qed.
(* Vectors tend to 0 in some metric. *)
Lemma zero_at_limit_point {X : inner_product_space} (W : X -> X) (y : R -> Token -> S) (G : (Token -> S) -> X) : positive W ->
  limit_point y z -> vcontinuous G z -> tends (fun t => inner (G (y t)) (W (G (y t)))) 0 -> G z = vzero.
Proof.
  intros [A [B P]] L C H. assert (E : inner (G z) (W (G z)) = 0).
  { apply (at_limit_point y (fun x => inner (G x) (W (G x)))); [exact L | | exact H].
    apply continuous_inner; [exact C | apply (continuous_operator W W); auto]. }
  destruct (Req_dec (inner (G z) (G z)) 0) as [Z|N]; [apply inner_definite, Z|]. exfalso.
  assert (0 < inner (G z) (W (G z))); [|lra]. apply P. intro V. apply N. rewrite V. apply inner_zero_l.
Qed.
Lemma square_tends (u : R -> R) : (forall t, 0 <= u t) -> tends (fun t => sqrt (u t)) 0 -> tends u 0.
Proof.
  intros P H eps E. destruct (H (sqrt eps)) as [T [T0 HT]]; [apply sqrt_lt_R0, E|]. exists T. split; [exact T0|].
  intros t Ht. specialize (HT t Ht). rewrite Rminus_0_r in *. rewrite Rabs_pos_eq in * by (auto; apply sqrt_pos). apply sqrt_lt_0_alt, HT.
Qed.
End Rules.
Ltac continuous_step := cbv beta; first
  [ assumption | solve [auto]
  | lazymatch goal with
    | |- vcontinuous (fun _ => ?c) _ => first [apply continuous_const | apply (continuous_const _ (X := real_line))]
    | |- vcontinuous (fun y => y ?i) _ => apply continuous_token
    | |- vcontinuous (fun y => inner (@?F y) (@?G y)) _ => apply (continuous_inner _ F G)
    | |- vcontinuous (fun y => vscale (@?f y) (@?F y)) _ => apply (continuous_scale _ f F)
    | |- vcontinuous (fun y => vsub (@?F y) (@?G y)) _ => apply (continuous_sub _ F G)
    | |- vcontinuous (fun y => vadd (@?F y) (@?G y)) _ => apply (continuous_add _ F G)
    | |- vcontinuous (fun y => vtotal ?T (@?F y)) _ => apply (continuous_vtotal _ T F); intro
    | |- vcontinuous (fun y => total ?T (@?F y)) _ => apply (continuous_total _ T F); intro
    | |- vcontinuous (fun y => @?f y * @?g y) _ => apply (continuous_mult _ f g)
    | |- vcontinuous (fun y => @?f y / @?g y) _ => apply (continuous_mult _ f (fun y => / g y))
    | |- vcontinuous (fun y => exp (@?f y)) _ => apply (continuous_exp _ f)
    | H : adjoint ?A ?B, K : bounded_operator ?A |- vcontinuous (fun y => ?A (@?F y)) _ =>
      apply (continuous_operator _ A B F H K)
    end ].
