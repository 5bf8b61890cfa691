(* B-T2**: almost every start of the Oja map comes to consensus at the first eigenvector or its opposite. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words NullSets NullSections Exchange OjaMap OjaAlmost.
From Claimed Require Import B_T2_star_star.
Open Scope R_scope.

Theorem proof : B_T2_star_star.
Proof.
  intros Space Token tokens Mode modes same d lam v V tau _ ET _ _ Size [Same _] Sym _ Tpos Vv Ev e Frame0 kappa Kpos nu
    (Frame & Two & Lpos & Gap & Across & Norm & Small & Second).
  assert (Named : forall (T : list Mode) a, vtotal T (fun m => vscale (inner (e m) a) (e m)) =
    vtotal (map e T) (fun b => vscale (inner b a) b)).
  { intros T a. induction T as [|m T IH]; [reflexivity|]. simpl. f_equal. exact IH. }
  assert (Expands : forall a, a = vtotal (map e modes) (fun b => vscale (inner b a) b)).
  { intro a. rewrite <- Named. apply Frame. }
  assert (One : of_length_one (map e modes)).
  { intros b I. apply in_map_iff in I. destruct I as [m [<- _]]. rewrite Frame0. apply Same. }
  assert (Len : (2 <= length (map e modes))%nat).
  { rewrite map_length. apply INR_le. rewrite <- size_length. simpl INR. lra. }
  exists (map e modes). split; [exact One|]. split; [exact Expands|].
  apply (null_part _ _ _ (gathers_from_almost_every_start tokens V tau kappa (map e modes) ET Sym Tpos Kpos Norm Small
    (expansion_resolves _ Expands) One Len v lam nu Vv Ev Lpos Gap Across Second)).
  intros x0 [Unit Not]. split; [exact Unit|]. intro Gathers. apply Not.
  assert (Same_map := printed_same_map tokens V tau ET Sym).
  exists (fun k => Nat.iter k (oja tokens V tau) x0). split; [reflexivity|]. split; [|exact Gathers].
  intros k i. assert (On := iterates_unit tokens V tau kappa ET Tpos Kpos Norm Small x0 k Unit). split.
  - exact (unit_has_value tokens V tau kappa ET Sym Tpos Kpos Norm Small _ i On).
  - exact (f_equal (fun f => f (Nat.iter k (oja tokens V tau) x0) i) Same_map).
Qed.
